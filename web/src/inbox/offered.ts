// Remembers that notifications were offered in this browser, so that nobody is asked twice.

const KEY = "noughts.push-offered";

export function wasOffered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Without storage the offer would come up again and again.
    return true;
  }
}

export function keepOffered(): void {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Storage is forbidden or full: the offer may appear again.
  }
}
