// Whether notifications were offered in this browser: nobody is asked twice.

const KEY = "noughts.push-offered";

export function wasOffered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // What cannot be remembered would be asked again and again.
    return true;
  }
}

export function keepOffered(): void {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Forbidden or full: it may be offered once more.
  }
}
