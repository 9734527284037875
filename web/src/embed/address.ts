// Reads what an embedded board shows from its address, and creates the HTML that embeds it. Pure.

import { THEMES, type Theme } from "../device";

export interface Embedded {
  kind: "game" | "replay" | "nothing";
  /** The game's id, or the game as text. */
  name: string;
  theme: Theme;
}

const ADDRESS = /^\/embed\/(g|replay)\/([A-Za-z0-9_.-]{1,1500})\/?$/;
const WIDTH = 400;
const HEIGHT = 560;

export function embedded(path: string, query: string): Embedded {
  const [, kind, name] = ADDRESS.exec(path) ?? [];
  const wanted = new URLSearchParams(query).get("theme");
  const theme = THEMES.find((one) => one === wanted) ?? "system";
  if (kind === undefined || name === undefined) return { kind: "nothing", name: "", theme };
  return { kind: kind === "g" ? "game" : "replay", name, theme };
}

/** The address of the page that this board was embedded from. */
export function pageOf({ kind, name }: Embedded): string {
  if (kind === "nothing") return "/";
  return kind === "game" ? `/g/${name}` : `/replay/${name}`;
}

/** HTML for another site that shows the board of this page, `/g/…` or `/replay/…`. */
export function embedCode(origin: string, path: string, title: string): string {
  const named = title.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  return (
    `<iframe src="${origin}/embed${path}" width="${WIDTH}" height="${HEIGHT}" title="${named}" ` +
    `loading="lazy" style="border:0"></iframe>`
  );
}
