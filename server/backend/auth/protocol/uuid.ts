const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true for the text form of a UUID; a uuid column rejects other text. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
