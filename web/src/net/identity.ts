// The guest's token, shared by all tabs of this browser. Where storage is forbidden it lasts as long as the page.

const KEY = "noughts.token";

export interface TokenStore {
  read(): string | null;
  keep(token: string): void;
  forget(): void;
}

export function browserTokens(): TokenStore {
  let remembered: string | null = null;
  return {
    read: () => attempt(() => localStorage.getItem(KEY)) ?? remembered,
    keep: (token) => {
      remembered = token;
      attempt(() => localStorage.setItem(KEY, token));
    },
    forget: () => {
      remembered = null;
      attempt(() => localStorage.removeItem(KEY));
    },
  };
}

/** Tell when another tab became somebody else. */
export function onTokenElsewhere(run: (token: string) => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue !== null) run(event.newValue);
  });
}

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}
