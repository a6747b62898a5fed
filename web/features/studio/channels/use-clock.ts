import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

/** Formats an ISO instant as hour and minute in the reader's time zone. */
export function useClock(): (instant: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (instant) =>
    new Date(instant).toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
}
