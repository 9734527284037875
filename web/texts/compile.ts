// Compiles the texts of a language to a JavaScript module, so that the browser needs no message parser: a text
// without placeholders is a string, any other a function of its values.

import { TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { parseMessage, type Tree } from "./locale.ts";

/** The module whose default export holds these texts. */
export function compile(texts: Tree, language: string): string {
  const locale = JSON.stringify(language);
  // The bundler removes unused helpers.
  return [
    `const number = /* @__PURE__ */ new Intl.NumberFormat(${locale}).format;`,
    `const rules = /* @__PURE__ */ new Intl.PluralRules(${locale});`,
    "const plural = (n, forms) => forms[`=${n}`] ?? forms[rules.select(n)] ?? forms.other;",
    "const select = (key, cases) => (Object.hasOwn(cases, key) ? cases[key] : cases.other);",
    `export default ${compileTree(texts)};`,
  ].join("\n");
}

function compileTree(tree: Tree): string {
  const entries = Object.entries(tree).map(([key, value]) => {
    const code = typeof value === "string" ? compileText(value) : compileTree(value);
    return `${JSON.stringify(key)}: ${code}`;
  });
  return `{${entries.join(", ")}}`;
}

function compileText(text: string): string {
  const elements = parseMessage(text);
  const isPlain = elements.every(({ type }) => type === TYPE.literal);
  return isPlain ? JSON.stringify(plainText(elements)) : `(values) => ${template(elements, null)}`;
}

function plainText(elements: readonly MessageFormatElement[]): string {
  return elements.map((element) => (element.type === TYPE.literal ? element.value : "")).join("");
}

function template(elements: readonly MessageFormatElement[], counted: string | null): string {
  return `\`${elements.map((element) => piece(element, counted)).join("")}\``;
}

function piece(element: MessageFormatElement, counted: string | null): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[\\`$]/g, "\\$&");
    case TYPE.argument:
      return `\${${valueOf(element.value)}}`;
    case TYPE.number:
      return `\${number(${valueOf(element.value)})}`;
    case TYPE.pound:
      return `\${number(${valueOf(counted ?? "")})}`;
    case TYPE.plural:
    case TYPE.select: {
      const isPlural = element.type === TYPE.plural;
      const cases = Object.entries(element.options).map(
        ([name, { value }]) => `${JSON.stringify(name)}: ${template(value, isPlural ? element.value : counted)}`,
      );
      return `\${${isPlural ? "plural" : "select"}(${valueOf(element.value)}, {${cases.join(", ")}})}`;
    }
    default:
      throw new Error("only {name}, number, plural and select are supported in texts");
  }
}

function valueOf(name: string): string {
  return `values[${JSON.stringify(name)}]`;
}
