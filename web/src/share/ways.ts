// Ways to share a game's link. Some are available only over HTTPS.

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Open the system's share sheet. Closing it without sharing is not an error. */
export async function share(text: string, url: string): Promise<void> {
  try {
    await navigator.share({ text, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** Copy this element's text to the clipboard. If the browser refuses, select it for copying by hand and return false. */
export async function copy(text: string, from: HTMLElement): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Permission was refused: try the older way below.
  }
  if (from instanceof HTMLInputElement) from.select();
  else getSelection()?.selectAllChildren(from);
  return document.execCommand("copy");
}

/** Share this file with the system's share sheet, or download it if there is none. */
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

/** Whether this host's addresses work only on this device. */
export function isOnlyHere(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
