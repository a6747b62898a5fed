/** Parses a text; null for one that is no JSON, as for JSON's own null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
