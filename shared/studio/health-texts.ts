import { type Language, LANGUAGE_FACTS } from "#shared/languages.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import type { HealthCheck } from "./health.ts";

/** Values for the placeholders of a text. */
export type WordValues = Readonly<Record<string, string | number | null>>;

const PLACEHOLDER = /\{(\w+)(?::(bytes|date|number))?\}/g;
const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const UNIT_STEP = 1_000;

/**
 * Fills placeholders: `{name}` as is, `{name:bytes}` as "1.2 GB", `{name:date}` (ISO 8601 or
 * milliseconds) as day and time, `{name:number}` as a localized whole number. A missing or null
 * value becomes a dash.
 *
 * @param timeZone IANA name; the device's by default
 */
export function fillWords(
  text: string,
  values: WordValues,
  language: Language,
  timeZone?: string,
): string {
  const { locale } = LANGUAGE_FACTS[language];
  return text.replaceAll(PLACEHOLDER, (_match, name: string, form: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    if (value === null || value === undefined) return "–";
    switch (form) {
      case "bytes":
        return bytesText(Number(value), locale);
      case "number":
        return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(Number(value));
      case "date":
        return dateText(value, locale, timeZone);
      case undefined:
      default:
        return String(value);
    }
  });
}

function dateText(value: string | number, locale: string, timeZone?: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "–";
  const format = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat(locale, format).format(date);
}

function bytesText(bytes: number, locale: string): string {
  const power = Math.floor(Math.log(Math.max(1, Math.abs(bytes))) / Math.log(UNIT_STEP));
  const at = Math.min(BYTE_UNITS.length - 1, power);
  const format = {
    style: "unit",
    unit: BYTE_UNITS[at] ?? "byte",
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(locale, format).format(bytes / UNIT_STEP ** at);
}

/** Texts of a health check; `next` is null without a hint. */
export type HealthTexts = { name: string; says: string; next: string | null };

const CHANNEL = "channel:";

/**
 * Returns the texts of a health check in a language.
 *
 * @param channels for the names of the ministry's channels
 * @param timeZone IANA name for instants; the device's by default
 */
export function healthText(
  check: Pick<HealthCheck, "id" | "text" | "values">,
  channels: Readonly<
    Record<string, { readonly name: string | Readonly<Record<Language, string>> }>
  >,
  language: Language,
  timeZone?: string,
): HealthTexts {
  const { says, next, names } = healthMessages[language];
  const step = next[check.text];
  return {
    name: nameOf(check.id, channels, language) ?? names.other,
    says: fillWords(says[check.text], check.values, language, timeZone),
    next: step === undefined ? null : fillWords(step, check.values, language, timeZone),
  };

  function nameOf(id: string, known: typeof channels, spoken: Language): string | undefined {
    if (!id.startsWith(CHANNEL)) return Object.entries(names).find(([name]) => name === id)?.[1];
    const channelId = id.slice(CHANNEL.length);
    const name = Object.hasOwn(known, channelId) ? known[channelId]?.name : undefined;
    return typeof name === "string" ? name : (name?.[spoken] ?? channelId);
  }
}
