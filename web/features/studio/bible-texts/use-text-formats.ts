import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

type TextFormats = {
  number: (value: number) => string;
  megabytes: (bytes: number) => string;
  /** Returns the name of a BCP 47 tag, or the tag when it is unknown. */
  languageName: (tag: string) => string;
};

/** Formats numbers, sizes and language names in the page's language. */
export function useTextFormats(): TextFormats {
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
