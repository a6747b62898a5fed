/**
 * Cleans third-party texts (F16), which are only shown as text nodes: removes control characters
 * and direction overrides, and decodes one level of HTML entities, which the platform escapes in
 * some responses only.
 */

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;
const MAX_CODE_POINT = 0x10_ff_ff;

function decodeCodePoint(code: number, original: string): string {
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff;
  return code > 0 && code <= MAX_CODE_POINT && !isSurrogate ? String.fromCodePoint(code) : original;
}

/** Decodes HTML entities once: "&amp;amp;" becomes "&amp;". Unknown entities stay. */
export function decodeEntitiesOnce(text: string): string {
  return text.replace(ENTITY, (original: string, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return decodeCodePoint(Number.parseInt(decimal, 10), original);
    if (hex !== undefined) return decodeCodePoint(Number.parseInt(hex, 16), original);
    return NAMED_ENTITIES[(name ?? "").toLowerCase()] ?? original;
  });
}

/** C0 and C1 controls except tab and line feed, and the bidirectional controls (as in R-46). */
const DISTURBING =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Returns a third-party text of at most `maxCharacters`; a longer one ends in "…". Lone surrogates
 * are replaced, so that the result is valid JSON text.
 */
export function cleanProviderText(text: string, maxCharacters: number): string {
  const clean = decodeEntitiesOnce(text.slice(0, maxCharacters * 8))
    .toWellFormed()
    .replace(DISTURBING, "")
    .trim();
  return shortened(clean, maxCharacters);
}

/** Shortens a text to `maxCharacters`, ending in "…". */
export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const characters = Array.from(text);
  if (characters.length <= maxCharacters) return text;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join("")
    .trimEnd()}…`;
}
