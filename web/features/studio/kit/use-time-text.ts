import { clockText } from "#shared/clock-text.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

/** Formats an ISO instant as hour and minute in the reader's time zone. */
export function useClock(): (instant: string) => string {
  const { language } = useSite();
  return (instant) => clockText(instant, language);
}

/** Formats the day of an instant in the page's language and the device's time zone. */
export function useDayText(): (instant: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (instant) => new Date(instant).toLocaleDateString(locale, { dateStyle: "long" });
}

/** Formats an instant as day and time in the page's language and the device's time zone. */
export function useTimeText(): (iso: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (iso) => new Date(iso).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
