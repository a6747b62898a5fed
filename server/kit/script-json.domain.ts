const ESCAPES: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/**
 * JSON for a script element: it can neither end the element nor be taken for markup, and a browser that
 * read it as a script would find no line's end in a text (U+2028 and U+2029).
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => ESCAPES[character] ?? "");
}
