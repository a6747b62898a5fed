import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { analyticsMessages } from "#shared/messages/studio/analytics.ts";
import type { Analytics } from "#shared/analytics/analytics.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

type CountFormats = {
  /** Start of an hour or a day, in the ministry's time zone. */
  slotText: (at: string) => string;
  /** Formats a count; null is too small to be shown. */
  countText: (count: number | null) => string;
};

/** Formats counts and their slots in the page's language. */
export function useCountFormats(slot: Analytics["slot"]): CountFormats {
  const { language, ministry } = useSite();
  const { fewer } = useTexts(analyticsMessages);
  const { locale } = LANGUAGE_FACTS[language];
  const { timeZone } = ministry.services;
  const format =
    slot === "hour"
      ? ({ hour: "numeric", minute: "2-digit", timeZone } as const)
      : ({ weekday: "short", day: "numeric", month: "short", timeZone } as const);
  const dates = new Intl.DateTimeFormat(locale, format);
  const counts = new Intl.NumberFormat(locale);
  return {
    slotText: (at) => dates.format(new Date(at)),
    countText: (count) => (count === null ? fewer : counts.format(count)),
  };
}
