import type { SyncedData } from "#shared/contracts/synced-items.ts";

/**
 * Playback positions that are synced with the account (decision 073): when one is saved, when a
 * video is done, and which of two wins. All in seconds: a share of a wrong length would lead to
 * another position.
 */

export type WatchMark = SyncedData<"watch-mark">;

/** Reported position of a video. */
export type PlayTime = {
  /** From its beginning. */
  seconds: number;
  /** Its length; 0 while unknown. */
  ofSeconds: number;
};

/** A position with the times that decide between two, milliseconds since 1970. */
export type TimedMark = {
  data: WatchMark;
  /** Start of the play that made it. */
  sessionAt: number | null;
  changedAt: number;
};

/** Shorter plays are not saved. */
const MIN_SAVED_S = 10;
const MOVED_S = 5;
const SAVE_INTERVAL_S = 30;
/** Longest step between two reports at double speed; a longer one is a seek. */
const SEEK_S = 15;
const DONE_SHARE = 0.95;
const CLOSING_S = 60;
/** Shorter videos have no closing minute: their last report may come as long before the end. */
const CLOSING_FROM_S = 300;
const LAST_REPORT_S = 5;
/** Lead of another device that is worth a prompt; for short videos a quarter. */
const AHEAD_S = 60;
const AHEAD_SHARE = 0.25;

/** Returns true when only the closing minute of a video is left, or a short one has hardly more. */
export function isDone({ seconds, ofSeconds }: PlayTime): boolean {
  if (ofSeconds <= 0) return false;
  const leftS = ofSeconds >= CLOSING_FROM_S ? CLOSING_S : LAST_REPORT_S;
  return seconds >= ofSeconds * DONE_SHARE || seconds >= ofSeconds - leftS;
}

/**
 * Returns the position to save; null for one that cannot be resumed, which never replaces another.
 */
export function markAt(time: PlayTime): Pick<WatchMark, "position" | "duration" | "state"> | null {
  const { seconds: position, ofSeconds: duration } = time;
  if (!(position >= MIN_SAVED_S && duration > 0)) return null;
  return { position, duration, state: isDone(time) ? "done" : "watching" };
}

/** Why a player reports its position. */
export type ReportReason = "playing" | "stopping";

/**
 * Returns true when a position is worth saving, given the last one saved in this play. That a video
 * is done always is: the end of a short one is near any other position.
 */
export function isWorthSaving(
  time: PlayTime,
  saved: PlayTime | null,
  because: ReportReason,
): boolean {
  if (time.seconds < MIN_SAVED_S) return false;
  if (saved === null || isDone(time) !== isDone(saved)) return true;
  const moved = Math.abs(time.seconds - saved.seconds);
  return moved >= (because === "stopping" ? MOVED_S : SAVE_INTERVAL_S);
}

/** Returns true when the position jumped rather than played. */
export function isSeek(before: PlayTime, after: PlayTime): boolean {
  const step = after.seconds - before.seconds;
  return step < 0 || step > SEEK_S;
}

/** Returns true when `next` wins: the later play, and within one play the later position. */
export function replaces(next: TimedMark, held: TimedMark | null): boolean {
  if (!held) return true;
  const began = (mark: TimedMark) => mark.sessionAt ?? mark.changedAt;
  if (began(next) !== began(held)) return began(next) > began(held);
  return next.changedAt > held.changedAt;
}

/**
 * Returns the start of a play as the account compares it. A play that began offline counts as just
 * after the position that this device held, so that it loses to any newer play elsewhere.
 */
export function sessionOf(play: {
  startedAt: number;
  isAsked: boolean;
  heldSessionAt: number | null;
}): number {
  return play.isAsked ? play.startedAt : (play.heldSessionAt ?? 0) + 1;
}

/**
 * Returns another device's position that is worth resuming; null when this device is about as far,
 * or the video is done.
 */
export function positionAhead(mark: WatchMark | null, ownSeconds: number): WatchMark | null {
  if (mark?.state !== "watching" || mark.position >= mark.duration) return null;
  if (isDone({ seconds: mark.position, ofSeconds: mark.duration })) return null;
  return mark.position - ownSeconds > leastAhead(mark) ? mark : null;
}

function leastAhead({ duration }: WatchMark): number {
  return Math.min(AHEAD_S, duration * AHEAD_SHARE);
}

/** Kind of device that a position was saved on. */
export type DeviceKind = "phone" | "tablet" | "television" | "computer";

/** Returns the kind of device from a user agent. */
export function deviceKind(userAgent: string): DeviceKind {
  if (/\bTV\b|SmartTV|SMART-TV|Tizen|Web0S|AFT[A-Z]|BRAVIA/.test(userAgent)) return "television";
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(userAgent)) return "tablet";
  return /Mobi|iPhone/.test(userAgent) ? "phone" : "computer";
}

/** Returns the kind that a position names; null for an unknown kind of a newer app. */
export function namedDevice(device: string | undefined): DeviceKind | null {
  const kinds: readonly DeviceKind[] = ["phone", "tablet", "television", "computer"];
  return kinds.find((kind) => kind === device) ?? null;
}
