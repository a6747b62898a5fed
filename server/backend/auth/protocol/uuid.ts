const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the text form of any UUID; everything else must not reach a uuid column. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
