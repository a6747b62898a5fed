const ESCAPES: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/**
 * Serializes JSON for a script element. Escapes markup that could end the element, and U+2028 and U+2029,
 * which old browsers take for line ends in scripts.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => ESCAPES[character] ?? "");
}
