import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { useSite } from "#web/lib/site.ts";

/** Hour and minute of an ISO instant, as the reader's clock shows them. */
export function useClock(): (instant: string) => string {
  const { language } = useSite();
  const { locale } = LANGUAGE_FACTS[language];
  return (instant) =>
    new Date(instant).toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
}
