import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";

/** "June 2025" */
export function monthName(month: string, language: Language): string {
  return capitalised(monthInSentence(month, language), language);
}

/** A month within a sentence: "juin 2025". */
export function monthInSentence(month: string, language: Language): string {
  return format(`${month}-01`, language, { month: "long", year: "numeric" });
}

/** "Sunday, June 14, 2026" */
export function dayName(day: string, language: Language): string {
  return capitalised(dayInSentence(day, language), language);
}

/** A day within a sentence: "dimanche 14 juin 2026". */
export function dayInSentence(day: string, language: Language): string {
  return format(day, language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}

/** Initials of the weekdays from Monday on. */
export function weekdayInitials(language: Language): string[] {
  // 1 June 2026 is a Monday.
  return Array.from({ length: 7 }, (_, index) =>
    format(`2026-06-0${index + 1}`, language, { weekday: "narrow" }),
  );
}

function format(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LANGUAGE_FACTS[language].locale, {
    ...options,
    timeZone: "UTC",
  }).format(Date.parse(`${day}T00:00:00Z`));
}

function capitalised(name: string, language: Language): string {
  return name.charAt(0).toLocaleUpperCase(LANGUAGE_FACTS[language].locale) + name.slice(1);
}
