import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

type TextWords = {
  number: (value: number) => string;
  megabytes: (bytes: number) => string;
  /** Of a BCP 47 tag; one that nobody knows stands as it is. */
  languageName: (tag: string) => string;
};

/** Numbers, sizes and names of languages in the page's language. */
export function useTextWords(): TextWords {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  const names = new Intl.DisplayNames(locale, { type: "language", fallback: "code" });
  return {
    number: (value) => value.toLocaleString(locale),
    megabytes: (bytes) => (bytes / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 }),
    languageName(tag) {
      try {
        return names.of(tag) ?? tag;
      } catch {
        return tag;
      }
    },
  };
}
