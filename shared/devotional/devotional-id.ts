import type { Language } from "#shared/languages.ts";

/** Id of the studio document of a day and language: "2026-11-23.fr". */
export function devotionalId(day: string, language: Language): string {
  return `${day}.${language}`;
}
