/** Parses JSON. Returns null for invalid text, as for JSON's own null: a schema checks the value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
