import type { Language } from "#shared/languages.ts";

/** Longest utterance in characters: an online speech engine stops after about 15 s. */
const MAX_UTTERANCE_LENGTH = 150;

/** One utterance and the index of its text part (a verse, a paragraph). */
type SpeechChunk = { text: string; part: number };

/**
 * Cuts texts into utterances: at punctuation, as few as fit, at a space where a clause is too long.
 * An utterance never spans two parts, so that the spoken part can be highlighted.
 */
export function speechChunks(
  parts: readonly string[],
  maxLength: number = MAX_UTTERANCE_LENGTH,
): SpeechChunk[] {
  return parts.flatMap((text, part) =>
    joined(clausesOf(text.trim(), maxLength), maxLength).map((chunk) => ({ text: chunk, part })),
  );
}

/** Returns clauses with their closing punctuation. */
function clausesOf(text: string, maxLength: number): string[] {
  const clauses = text.match(/[^,;:.!?…]+(?:[,;:.!?…]+["'”’»)]*|$)|[,;:.!?…]+/g) ?? [];
  return clauses.flatMap((clause) => atBlanks(clause.trim(), maxLength)).filter(hasWords);
}

function atBlanks(clause: string, maxLength: number): string[] {
  if (clause.length <= maxLength) return [clause];
  const blank = clause.lastIndexOf(" ", maxLength);
  const end = blank > 0 ? blank : maxLength;
  return [clause.slice(0, end), ...atBlanks(clause.slice(end).trim(), maxLength)];
}

function joined(clauses: readonly string[], maxLength: number): string[] {
  const chunks: string[] = [];
  for (const clause of clauses) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + 1 + clause.length <= maxLength) {
      chunks[chunks.length - 1] = `${last} ${clause}`;
    } else {
      chunks.push(clause);
    }
  }
  return chunks;
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Properties of a voice of the device. */
type VoiceInfo = { name: string; lang: string; default: boolean };

/** Novelty voices of Apple's systems. */
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

/** Male voices, best first; engines do not report a gender, so the name decides. */
const BY_LANGUAGE: Readonly<Record<Language, readonly RegExp[]>> = { en, fr };
const MALE_NAMES: ReadonlyMap<string, readonly RegExp[]> = new Map(Object.entries(BY_LANGUAGE));

/**
 * Returns the voices of a language without novelty voices, male ones first. @param language BCP 47
 * tag; its country is ignored.
 */
export function voicesFor<Voice extends VoiceInfo>(
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
 * Returns a male voice (S9.17), else the device's default. Undefined when no voice speaks the
 * language.
 */
export function chooseVoice<Voice extends VoiceInfo>(
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

function maleRank({ name }: VoiceInfo, language: string): number {
  // "Female" contains "male": rule it out first.
  if (/female/i.test(name)) return UNKNOWN_RANK;
  const rank = MALE_NAMES.get(mainTag(language))?.findIndex((pattern) => pattern.test(name)) ?? -1;
  if (rank !== -1) return rank;
  return /\bmale\b/i.test(name) ? UNKNOWN_RANK - 1 : UNKNOWN_RANK;
}

function mainTag(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? "";
}
