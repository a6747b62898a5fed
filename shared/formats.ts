/** Rules of texts that valibot's own are too strict or too loose for. */

/** An email address; also with an apostrophe or a punycode domain, unlike `v.email`. */
export const EMAIL_ADDRESS =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Returns whether a text is an existing day: "2026-02-28". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const atMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}

const TIME_WITH_ZONE =
  /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Returns whether a text is an instant with seconds and a zone: "2026-11-23T06:00:00+02:00". */
export function isInstant(text: string): boolean {
  return isDay(text.slice(0, 10)) && TIME_WITH_ZONE.test(text.slice(10));
}

export function isHttpsUrl(text: string): boolean {
  return URL.parse(text)?.protocol === "https:";
}
