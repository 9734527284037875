// The result of importing sections of the locale files; see texts/plugin.ts.

declare module "*.json?page&notices" {
  const texts: import("./parts").FirstTexts;
  export default texts;
}

declare module "*.json?people" {
  const texts: { people: import("./texts").PeopleTexts };
  export default texts;
}

declare module "*.json?voice" {
  const texts: { voice: import("./texts").VoiceTexts };
  export default texts;
}

declare module "*.json?looks" {
  const texts: { looks: import("./texts").LooksTexts };
  export default texts;
}

declare module "*.json?learn" {
  const texts: { learn: import("./texts").LearnTexts };
  export default texts;
}

declare module "*.json?moderation" {
  const texts: { moderation: import("./texts").ModerationTexts };
  export default texts;
}
