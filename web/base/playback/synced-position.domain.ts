import type { SyncedData } from "#shared/contracts/synced-items.ts";

/**
 * Places in videos that go with the account (decision 075): when one is told, when a video is done, and which of
 * two places counts. All in seconds; a share of a length that was wrong leads to another place.
 */

export type WatchMark = SyncedData<"watch-mark">;

/** Where a video stands. */
export type PlayTime = {
  /** From its beginning. */
  seconds: number;
  /** Its length; 0 while unknown. */
  ofSeconds: number;
};

/** A place with the times that decide between two of them, milliseconds since 1970. */
export type TimedMark = {
  data: WatchMark;
  /** When the play began in which it was made. */
  sessionAt: number | null;
  changedAt: number;
};

/** Before this a video was only looked into. */
const TOLD_FROM_S = 10;
const MOVED_S = 5;
const TOLD_EVERY_S = 30;
/** A step that no player makes by playing at double speed between two of its words. */
const SEEK_S = 15;
const DONE_SHARE = 0.95;
const DONE_LAST_S = 60;
/** Shorter videos have no closing minute. */
const CLOSING_FROM_S = 300;
/** How far another device must be ahead for it to be worth a question; of short videos a quarter. */
const AHEAD_S = 60;
const AHEAD_SHARE = 0.25;

/** Whether a video is over but for its closing words. */
export function isDone({ seconds, ofSeconds }: PlayTime): boolean {
  if (ofSeconds <= 0) return false;
  const hasClosing = ofSeconds >= CLOSING_FROM_S;
  return seconds >= ofSeconds * DONE_SHARE || (hasClosing && seconds >= ofSeconds - DONE_LAST_S);
}

/** What a place says of its video; null for what cannot be gone on with, which never replaces a place. */
export function markAt(time: PlayTime): Pick<WatchMark, "position" | "duration" | "state"> | null {
  const { seconds: position, ofSeconds: duration } = time;
  if (!(position >= TOLD_FROM_S && duration > 0)) return null;
  return { position, duration, state: isDone(time) ? "done" : "watching" };
}

/** Why a player says where it stands. */
export type ToldBecause = "playing" | "stopping";

/** Whether the account is told of a place, after it was last told of another one in this play. */
export function isWorthTelling(
  { seconds }: PlayTime,
  toldSeconds: number | null,
  because: ToldBecause,
): boolean {
  if (seconds < TOLD_FROM_S) return false;
  const moved = toldSeconds === null ? Number.POSITIVE_INFINITY : Math.abs(seconds - toldSeconds);
  return moved >= (because === "stopping" ? MOVED_S : TOLD_EVERY_S);
}

/** Whether a video was brought from one place to another, rather than played. */
export function isSeek(before: PlayTime, after: PlayTime): boolean {
  const step = after.seconds - before.seconds;
  return step < 0 || step > SEEK_S;
}

/** Whether a place may take the place of another: the later play counts, and within one play the later word. */
export function replaces(next: TimedMark, held: TimedMark | null): boolean {
  if (!held) return true;
  const began = (mark: TimedMark) => mark.sessionAt ?? mark.changedAt;
  if (began(next) !== began(held)) return began(next) > began(held);
  return next.changedAt > held.changedAt;
}

/**
 * When a play began, as the account compares it. One that began without asking for the newest place knows only the
 * one that this device held then: it counts as just after that, so that it yields to whatever was played elsewhere since.
 */
export function sessionOf(play: {
  startedAt: number;
  isAsked: boolean;
  heldSessionAt: number | null;
}): number {
  return play.isAsked ? play.startedAt : (play.heldSessionAt ?? 0) + 1;
}

/** The place of another device that is worth going on from; null where this one is about as far, or the video is done. */
export function positionAhead(mark: WatchMark | null, ownSeconds: number): WatchMark | null {
  if (mark?.state !== "watching" || mark.position >= mark.duration) return null;
  if (isDone({ seconds: mark.position, ofSeconds: mark.duration })) return null;
  return mark.position - ownSeconds > leastAhead(mark) ? mark : null;
}

function leastAhead({ duration }: WatchMark): number {
  return Math.min(AHEAD_S, duration * AHEAD_SHARE);
}

/** Kinds of devices, as a place names the one it was made on. */
export type DeviceKind = "phone" | "tablet" | "television" | "computer";

/** What a browser's name says of the device. */
export function deviceKind(userAgent: string): DeviceKind {
  if (/\bTV\b|SmartTV|SMART-TV|Tizen|Web0S|AFT[A-Z]|BRAVIA/.test(userAgent)) return "television";
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return "tablet";
  return /Mobi|iPhone/.test(userAgent) ? "phone" : "computer";
}

/** The kind that a place names; null for what a newer app calls otherwise. */
export function namedDevice(device: string | undefined): DeviceKind | null {
  const kinds: readonly DeviceKind[] = ["phone", "tablet", "television", "computer"];
  return kinds.find((kind) => kind === device) ?? null;
}
