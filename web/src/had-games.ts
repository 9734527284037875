// Remembers whether the player had unfinished games at the last visit.

const KEY = "noughts.had-games";

export function hadGames(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function keepHadGames(has: boolean): void {
  try {
    if (has) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden or full: no place is reserved for the list.
  }
}
