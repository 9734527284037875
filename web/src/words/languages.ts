// The supported languages, and how to choose the reader's language.

/** The languages with their native names. The texts are in `locales/`. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  ru: "Русский",
  "zh-CN": "简体中文",
} as const;
export type Language = keyof typeof LANGUAGES;

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(LANGUAGES, name);
}

/** The first of the reader's languages that we have. */
export function preferred(wanted: readonly string[]): Language {
  return wanted.map(closest).find((found) => found !== undefined) ?? "en";
}

/** This language, or one for another region: `pt-BR` for `pt-PT`. */
function closest(wanted: string): Language | undefined {
  const base = (name: string): string | undefined => name.toLowerCase().split("-")[0];
  return isLanguage(wanted)
    ? wanted
    : Object.keys(LANGUAGES)
        .filter(isLanguage)
        .find((name) => base(name) === base(wanted));
}
