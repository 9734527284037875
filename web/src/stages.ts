// A page opens in stages: each part renders in a separate task, after the parts before it are on the screen. A slow phone
// can then answer taps in between, and shows the board before the parts below it.

const waiting: (() => void)[] = [];
let isAtWork = false;
// The queue position of the next part: after parts of the same stage, before those of earlier stages. So a part
// that renders in pieces is complete before the next part.
let place = 0;

/** Wait until it is this part's turn. */
export function stage(): Promise<void> {
  return new Promise((resolve) => {
    waiting.splice(place, 0, resolve);
    place += 1;
    if (!isAtWork) afterPaint(next);
    isAtWork = true;
  });
}

/** The same while the page is opening. After the first tap everything renders at once, without flicker. */
export function opening(): Promise<void> | undefined {
  // Some browsers of 2023 don't have it.
  const { userActivation } = navigator as { userActivation?: UserActivation };
  return userActivation?.hasBeenActive ? undefined : stage();
}

/** Continue in a new task. */
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
  // A hidden page is not painted.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}
