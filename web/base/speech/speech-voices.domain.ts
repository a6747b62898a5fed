import type { Language } from "#shared/languages.ts";

/** What is known of a voice of the device. */
export type VoiceFacts = { name: string; lang: string; default: boolean };

/** Toys among the voices of Apple's systems. */
const NOVELTY =
  /^(?:Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Good News|Jester|Organ|Superstar|Trinoids|Whisper|Wobble|Zarvox)\b/i;

const en = [
  /\b(?:Andrew|Brian|Guy|Christopher|Eric|Roger|Steffan|Ryan|Thomas|Luke|Chilemba|Abeo|Elimu)\b.*(?:Online|Natural|Neural)/i,
  /Google UK English Male/i,
  /\b(?:Alex|Evan|Nathan|Tom|Aaron|Daniel|Arthur|Oliver|Jamie)\b/i,
  /Microsoft (?:David|Mark|George|Richard|Ravi|Sean)\b/i,
  /Google US English [346]\b/i,
  /Google UK English [135]\b/i,
  /\b(?:Andrew|Brian|Guy|Christopher|Eric|Roger|Steffan|Ryan|Thomas|Luke|Chilemba|Abeo|Elimu)\b/i,
];

const fr = [
  /\b(?:Remy|Rémy|Henri|Antoine|Jean|Thierry|Fabrice|Gerard|Gérard)\b.*(?:Online|Natural|Neural)/i,
  /\b(?:Remy|Rémy|Henri|Antoine|Jean|Thierry|Fabrice|Gerard|Gérard|Paul|Claude|Thomas|Nicolas)\b/i,
];

/** Voices that sound male, the best-sounding first; engines do not tell, so it goes by name. */
const BY_LANGUAGE: Readonly<Record<Language, readonly RegExp[]>> = { en, fr };
const MALE_NAMES: ReadonlyMap<string, readonly RegExp[]> = new Map(Object.entries(BY_LANGUAGE));

/**
 * The voices that read a language, without toys; the ones that sound male come first.
 *
 * @param language BCP 47 tag; its country does not matter.
 */
export function voicesFor<Voice extends VoiceFacts>(
  voices: readonly Voice[],
  language: string,
): Voice[] {
  const speaking = voices.filter(
    // Android writes "en_US".
    ({ lang, name }) => mainTag(lang) === mainTag(language) && !NOVELTY.test(name),
  );
  return speaking.toSorted((a, b) => maleRank(a, language) - maleRank(b, language));
}

/**
 * The voice to read with: one that sounds male (S9.17), else the device's own. Undefined when no voice speaks the language.
 */
export function chooseVoice<Voice extends VoiceFacts>(
  voices: readonly Voice[],
  language: string,
): Voice | undefined {
  const speaking = voicesFor(voices, language);
  const [best] = speaking;
  if (best && maleRank(best, language) === UNKNOWN_RANK) {
    return speaking.find((voice) => voice.default) ?? best;
  }
  return best;
}

const UNKNOWN_RANK = 100;

function maleRank({ name }: VoiceFacts, language: string): number {
  // "Female" holds "male": it must be ruled out first.
  if (/female/i.test(name)) return UNKNOWN_RANK;
  const rank = MALE_NAMES.get(mainTag(language))?.findIndex((pattern) => pattern.test(name)) ?? -1;
  if (rank !== -1) return rank;
  return /\bmale\b/i.test(name) ? UNKNOWN_RANK - 1 : UNKNOWN_RANK;
}

function mainTag(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? "";
}
