/** What a text of JSON holds; null for a broken one, as for JSON's own null: a schema says what was wanted. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
