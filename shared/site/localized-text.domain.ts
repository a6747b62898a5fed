import { type Language, LANGUAGES } from "#shared/languages.ts";

/** The text in a language; what is not written in it is shown in the other, and says so by `lang`. */
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
