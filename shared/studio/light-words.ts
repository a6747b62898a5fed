import type { Language } from "#shared/languages.ts";
import { healthMessages } from "#shared/messages/studio/health.ts";
import { fillWords } from "./fill-words.domain.ts";
import type { HealthCheck } from "./health.ts";

/** A light in words: what it is of, how that is, and what helps; null where nothing needs to. */
export type LightWords = { name: string; says: string; next: string | null };

const CHANNEL = "channel:";

/**
 * The words of a light in a language.
 *
 * @param channels the ministry's, for their names.
 * @param timeZone IANA, for its instants; absent: that of the device.
 */
export function healthText(
  light: Pick<HealthCheck, "id" | "text" | "values">,
  channels: Readonly<
    Record<string, { readonly name: string | Readonly<Record<Language, string>> }>
  >,
  language: Language,
  timeZone?: string,
): LightWords {
  const { says, next, names } = healthMessages[language];
  const step = next[light.text];
  return {
    name: nameOf(light.id, channels, language) ?? names.other,
    says: fillWords(says[light.text], light.values, language, timeZone),
    next: step === undefined ? null : fillWords(step, light.values, language, timeZone),
  };

  function nameOf(id: string, known: typeof channels, spoken: Language): string | undefined {
    if (!id.startsWith(CHANNEL)) return Object.entries(names).find(([name]) => name === id)?.[1];
    const channelId = id.slice(CHANNEL.length);
    const name = Object.hasOwn(known, channelId) ? known[channelId]?.name : undefined;
    return typeof name === "string" ? name : (name?.[spoken] ?? channelId);
  }
}
