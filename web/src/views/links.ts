// Links that a plain click opens within the page. Other uses (new tab, copy address) work as for any link.

export function followLink(go: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };
}
