import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

/** An instant as day and time in the page's language, on the helper's own clock. */
export function useTimeText(): (iso: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (iso) => new Date(iso).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
