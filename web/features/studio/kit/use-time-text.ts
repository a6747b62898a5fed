import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

/** Formats an instant as day and time in the page's language and the device's time zone. */
export function useTimeText(): (iso: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (iso) => new Date(iso).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
