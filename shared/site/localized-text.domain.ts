import { type Language, LANGUAGES } from "#shared/languages.ts";

/** Returns the text in a language, or in the other one with its `lang`. */
export function textIn(
  text: { readonly [Written in Language]?: string | undefined },
  language: Language,
): { lang: Language; text: string } | null {
  for (const lang of [language, ...LANGUAGES]) {
    const written = text[lang]?.trim() ?? "";
    if (written !== "") return { lang, text: written };
  }
  return null;
}
