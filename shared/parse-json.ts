/** Parses JSON. Returns null for invalid JSON; a schema then reports the error. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
