import type { Language } from "#shared/languages.ts";

const en = {
  plans: "Reading plans",
  marks: "Highlights & notes",
};

const fr: typeof en = {
  plans: "Plans de lecture",
  marks: "Surlignages et notes",
};

/** Menu links to the reading plans and to the reader's marks. */
export const readingLinkMessages: Readonly<Record<Language, typeof en>> = { en, fr };
