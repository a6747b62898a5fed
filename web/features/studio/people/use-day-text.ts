import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

/** Formats the day of an instant in the page's language and the device's time zone. */
export function useDayText(): (instant: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (instant) => new Date(instant).toLocaleDateString(locale, { dateStyle: "long" });
}
