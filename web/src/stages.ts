// A page is opened in stages: each part of it in a task of its own, after the parts before it are on the screen. On a slow
// phone that answers a tap in between, and shows the board before what stands below it.

const waiting: (() => void)[] = [];
let isAtWork = false;
// Where the next to ask will stand: behind those that asked in the same stage, before those of earlier ones. So a part
// that comes in pieces is whole before the part after it.
let place = 0;

/** Wait until this part's turn has come. */
export function stage(): Promise<void> {
  return new Promise((resolve) => {
    waiting.splice(place, 0, resolve);
    place += 1;
    if (!isAtWork) afterPaint(next);
    isAtWork = true;
  });
}

/** The same while the page is being opened. Once somebody has touched it, all is there at once: nothing flickers. */
export function opening(): Promise<void> | undefined {
  // Browsers of 2023 do not know it.
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.hasBeenActive ? undefined : stage();
}

/** A task of its own for what follows. */
export function freshTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function next(): void {
  place = 0;
  const start = waiting.shift();
  isAtWork = start !== undefined;
  if (start === undefined) return;
  start();
  afterPaint(next);
}

function afterPaint(run: () => void): void {
  // Nobody paints a page that is hidden.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}
