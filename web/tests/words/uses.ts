// Finds texts that no source file uses. It reads the sources as text and follows the few ways in which they name texts:
// `words.a.b`, a name given to a group of texts (`const words = peopleWords().settings`), and groups used as a whole.

/** The names by which the sources refer to each part of the texts. */
const ROOTS: Readonly<Record<string, string>> = {
  words: "page",
  all: "page",
  page: "page",
  w: "page",
  "peopleWords()": "people",
  "voiceWords()": "voice",
  "learnWords()": "learn",
  "looksWords()": "looks",
  "moderationWords()": "moderation",
};

/** Sections whose texts are chosen by names from the server, or used by the server itself. */
const WHOLE = ["notices", "refusals", "previews"];

const ALIAS = /(?:const|let) (?:\{ ([\w, ]+) \}|(\w+)) = (\w+(?:\(\))?(?:\.\w+)*);/g;
const PARAMETER = /(\w+): (?:PageTexts\["(\w+)"\]|Clocks)/g;
const USE = /\b(\w+(?:\(\))?)((?:\.\w+)*)/g;

/** The paths that no file mentions. Mentioning a group counts for everything in it. */
export function unusedIn(paths: readonly string[], files: readonly string[]): string[] {
  const used = new Set<string>(WHOLE);
  for (const file of files) for (const path of mentions(file)) used.add(path);
  const isGroup = (path: string): boolean => paths.some((other) => other.startsWith(`${path}.`));
  const groups = [...used].filter((path) => path.includes(".") || WHOLE.includes(path)).filter(isGroup);
  return paths.filter((path) => !used.has(path) && !groups.some((group) => path.startsWith(`${group}.`)));
}

function* mentions(file: string): Generator<string> {
  const names = new Map(Object.entries(ROOTS));
  for (const [, several, one, value = ""] of file.matchAll(ALIAS)) {
    const path = resolve(value, names);
    if (path === null) continue;
    if (one !== undefined) names.set(one, path);
    for (const name of several?.split(",") ?? []) names.set(name.trim(), `${path}.${name.trim()}`);
  }
  for (const [, name = "", group = "clocks"] of file.matchAll(PARAMETER)) names.set(name, `page.${group}`);
  const body = file.replace(ALIAS, "");
  for (const [use] of body.matchAll(USE)) {
    const path = resolve(use, names);
    if (path !== null) yield path;
  }
}

function resolve(use: string, names: ReadonlyMap<string, string>): string | null {
  const [root = "", ...keys] = use.split(".");
  const start = names.get(root);
  return start === undefined ? null : [start, ...keys].join(".");
}
