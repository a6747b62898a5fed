/** Longest utterance in characters: an online speech engine stops after about 15 s. */
export const MAX_UTTERANCE_LENGTH = 150;

/** One utterance and the index of its text part (a verse, a paragraph). */
export type SpeechChunk = { text: string; part: number };

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
