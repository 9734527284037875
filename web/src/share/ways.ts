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

/** Give this file to the system's share sheet, or where there is none, to be saved. */
export async function handOver(file: File): Promise<void> {
  const data = { files: [file] };
  if (typeof navigator.canShare === "function" && navigator.canShare(data)) {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Whether a friend on another device could not open addresses of this host. */
export function isOnlyHere(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
