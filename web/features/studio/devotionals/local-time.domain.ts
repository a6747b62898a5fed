/** The instant of a local time ("2026-11-23T06:00") on this device's clock, as ISO text; undefined: none. */
export function instantOf(local: string): string | undefined {
  const atMs = Date.parse(local);
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString().replace(".000Z", "Z");
}

/** An instant as a field for local times holds it; "" for none. */
export function localTimeOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
