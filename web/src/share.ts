// Handing the link of a game to a friend, with what this browser allows: much of it exists only on https.

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Open the system's own share sheet. Closing it without sharing is no error. */
export async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ text, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** Put the text on the clipboard. False when the browser refuses: then it is to be selected by hand. */
export async function copy(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Fall through: permission refused.
  }
  field.select();
  return document.execCommand("copy");
}

/** Whether a friend on another device could not open addresses of this host. */
export function isOnlyHere(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
