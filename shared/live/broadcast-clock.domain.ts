/** Times of a broadcast by the wall clock; milliseconds since the epoch. */

export type Chapter = { atMs: number; title: string };

/** What a viewer can reach. */
export type Span = { startMs: number; endMs: number };

/** The server keeps two hours; at the very start of a moving window a segment may just be gone. */
const WINDOW_MS = (2 * 3_600 - 30) * 1_000;
/** So close to the end a seek means the live edge: the end is what plays without a stall. */
const LIVE_MARGIN_MS = 3_000;

/** Returns the span of a broadcast that can be played. */
export function spanOf(startedAtMs: number, edgeMs: number): Span {
  return { startMs: Math.min(Math.max(startedAtMs, edgeMs - WINDOW_MS), edgeMs), endMs: edgeMs };
}

/** Returns where a seek leads: an instant of the span, or null for the live edge. */
export function seekTarget({ startMs, endMs }: Span, atMs: number): number | null {
  return atMs > endMs - LIVE_MARGIN_MS ? null : Math.max(startMs, atMs);
}

/** Returns the share of the span before an instant, from 0 to 1. */
export function shareOf({ startMs, endMs }: Span, atMs: number): number {
  return endMs > startMs ? Math.min(1, Math.max(0, (atMs - startMs) / (endMs - startMs))) : 1;
}

/** Returns the chapter at an instant; null before the first. */
export function chapterAt(chapters: readonly Chapter[], atMs: number): Chapter | null {
  return chapters.findLast((chapter) => chapter.atMs <= atMs) ?? null;
}

/** Returns the chapters that can be played: those in the span, and the one that its start is in. */
export function playableChapters(chapters: readonly Chapter[], span: Span): Chapter[] {
  const first = chapterAt(chapters, span.startMs);
  const later = chapters.filter(({ atMs }) => atMs > span.startMs && atMs < span.endMs);
  return [...(first === null ? [] : [{ ...first, atMs: span.startMs }]), ...later];
}
