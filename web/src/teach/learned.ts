// The lessons finished in this browser.

const KEY = "noughts.learned";

export function learned(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function keepLearned(variant: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...learned(), variant])]));
  } catch {
    // Storage is forbidden or full: only the tick is lost.
  }
}
