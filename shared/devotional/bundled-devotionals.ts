import type { Language } from "#shared/languages.ts";
import type { DevotionalEntry } from "./devotional.ts";

const en = async () => (await import("./bundled/en.ts")).devotionals;
const fr = async () => (await import("./bundled/fr.ts")).devotionals;

const SHIPPED: Readonly<Record<Language, () => Promise<readonly DevotionalEntry[]>>> = { en, fr };

/** The thirty devotionals that come with the product; a browser loads only its page's language. */
export function shippedDevotionals(language: Language): Promise<readonly DevotionalEntry[]> {
  return SHIPPED[language]();
}
