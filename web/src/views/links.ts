// Links that stay on the page when clicked plainly, and remain links for everything else (new tab, copy address).

export function followLink(go: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go();
  };
}
