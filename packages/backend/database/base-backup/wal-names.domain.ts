/** PostgreSQL's names of WAL files, all hexadecimal: timeline, then position. */

const SEGMENT = /^[0-9A-F]{24}$/;
/** Backup history file; unused, but archived with the segments. */
const BACKUP_HISTORY = /^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const TIMELINE_DIGITS = 8;
const FOUR_GIGABYTES = 2n ** 32n;

/** Returns true for complete files that PostgreSQL archives: segments, timeline and backup histories. */
export function isArchivable(name: string): boolean {
  return [SEGMENT, HISTORY, BACKUP_HISTORY].some((kind) => kind.test(name));
}

/** Returns true for the history of a timeline. */
export function isHistory(name: string): boolean {
  return HISTORY.test(name);
}

/**
 * Name of the segment that holds a position.
 *
 * @param lsn as PostgreSQL writes it: `0/3000028`.
 */
export function segmentAt(
  lsn: string,
  { timeline, segmentBytes }: { readonly timeline: number; readonly segmentBytes: number },
): string {
  const [high = "0", low = "0"] = lsn.split("/");
  const number = (BigInt(`0x${high}`) * FOUR_GIGABYTES + BigInt(`0x${low}`)) / BigInt(segmentBytes);
  const segmentsPerLog = FOUR_GIGABYTES / BigInt(segmentBytes);
  const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, "0");
  return hex(BigInt(timeline)) + hex(number / segmentsPerLog) + hex(number % segmentsPerLog);
}

/** Returns true for segments at or after the first one, on any timeline. */
export function isSince(first: string, name: string): boolean {
  return SEGMENT.test(name) && name.slice(TIMELINE_DIGITS) >= first.slice(TIMELINE_DIGITS);
}
