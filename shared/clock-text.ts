import { type Language, LANGUAGE_FACTS } from "./languages.ts";

/** Formats an instant as a time of day, "4:00 PM" or "16:00", in the runtime's time zone if none is named. */
export function clockText(
  at: Date | number | string,
  language: Language,
  timeZone?: string,
): string {
  const { locale } = LANGUAGE_FACTS[language];
  return new Date(at).toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit", timeZone });
}

/** Newer Intl data puts a narrow no-break space before "PM"; the specification has a plain one. */
export function plainSpaces(text: string): string {
  return text.replace(/[\u202F\u00A0]/g, " ");
}
