import type { Language } from "#shared/languages.ts";
import type { DevotionalEntry } from "./devotional.ts";

const en = async () => (await import("./bundled/en.json", { with: { type: "json" } })).default;
const fr = async () => (await import("./bundled/fr.json", { with: { type: "json" } })).default;

const LOADERS: Readonly<Record<Language, () => Promise<readonly DevotionalEntry[]>>> = { en, fr };

/**
 * Loads the thirty bundled devotionals, with verses of the King James Version and of Louis Segond
 * 1910. A browser loads only its page's language.
 */
export function shippedDevotionals(language: Language): Promise<readonly DevotionalEntry[]> {
  return LOADERS[language]();
}
