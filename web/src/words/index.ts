// The words of the page in the reader's language. English alone for now; another language is one more file and a choice
// between them here.

import { en, type Words } from "./en";

export const words: Words = en;
