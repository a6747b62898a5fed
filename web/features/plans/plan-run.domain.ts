import type { SyncedData } from "#shared/contracts/synced-items.ts";
import { dayAfter, isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";

/**
 * Progress in a reading plan. Days of a plan are numbered from 1; today's number follows from the
 * first day and the reader's calendar ("2026-06-14"), never from a clock. Missed days stay unread,
 * and dates can move.
 */

/** A user's run of a plan. */
export type PlanRun = SyncedData<"plan-run">;

/** Missed days after which the reader is requested, once, how to continue. */
const MISSED_TO_ASK = 3;
/** Maximum distance between a shared start and today, in days. */
const MAX_START_DISTANCE_DAYS = 366;

/** Returns the number of a calendar day: at least 1, and beyond the length after the end. */
export function dayNumber(
  { startedOn, pausedOn, shift = 0 }: Pick<PlanRun, "startedOn" | "pausedOn" | "shift">,
  today: string,
): number {
  const counted = pausedOn !== undefined && pausedOn < today ? pausedOn : today;
  return Math.max(1, daysBetween(startedOn, counted) + 1 - shift);
}

export type PlanState = {
  /** Today's number, within the plan. */
  today: number;
  /** Number of read days. */
  read: number;
  /** Unread days before today, oldest first. */
  missed: readonly number[];
  /** Days to read now: today's, or the two oldest missed ones. Empty when all are read. */
  toRead: readonly number[];
  isFinished: boolean;
};

/**
 * Returns the progress.
 *
 * @param done numbers of the read days
 * @param length days of the plan
 */
export function planState(
  run: PlanRun,
  { done, length, today: date }: { done: ReadonlySet<number>; length: number; today: string },
): PlanState {
  const number = dayNumber(run, date);
  const today = Math.min(number, length);
  const isUnread = (day: number): boolean => !done.has(day);
  const days = Array.from({ length }, (_, index) => index + 1);
  const open = days.filter((day) => day >= (run.from ?? 1) && day <= today && isUnread(day));
  const missed = open.filter((day) => day < number);
  return {
    today,
    read: days.length - days.filter(isUnread).length,
    missed,
    toRead: open.slice(0, missed.length === 0 ? 1 : 2),
    isFinished: !days.some(isUnread),
  };
}

/** Returns whether to ask how to continue: after three missed days, then after twice as many. */
export function isToAsk(
  { missed, today }: Pick<PlanState, "missed" | "today">,
  { pausedOn, askedAt }: PlanRun,
): boolean {
  if (pausedOn !== undefined || missed.length < MISSED_TO_ASK) return false;
  return askedAt === undefined || askedAt > today || today - askedAt >= MISSED_TO_ASK * 2;
}

/** Moves the run so that `day` is today's; earlier days do not count as missed. */
export function movedTo(run: PlanRun, day: number, today: string): PlanRun {
  return { ...datedAt(run, day, today), from: day };
}

/** Continues the run with the oldest missed day as today's. */
export function continued(
  run: PlanRun,
  { missed, today: number }: Pick<PlanState, "missed" | "today">,
  today: string,
): PlanRun {
  return datedAt(run, missed[0] ?? number, today);
}

/** Stops counting days from today on. */
export function paused(run: PlanRun, today: string): PlanRun {
  return { ...run, pausedOn: today };
}

/** Continues a paused run at the day where it stopped. */
export function resumed(run: PlanRun, today: string): PlanRun {
  return datedAt(run, dayNumber(run, today), today);
}

/** Returns the first day for a shared link; today if the link names no valid day. */
export function sharedStart(requested: string | null, today: string): string {
  if (requested === null || !isCalendarDay(requested)) return today;
  return Math.abs(daysBetween(today, requested)) <= MAX_START_DISTANCE_DAYS ? requested : today;
}

/** Returns the unpaused run with `day` as today's. */
function datedAt(run: PlanRun, day: number, today: string): PlanRun {
  const { pausedOn: _, ...going } = run;
  return { ...going, shift: daysBetween(run.startedOn, today) + 1 - day };
}

/** Returns the first day that puts another reader on the same day of the plan. */
export function startToShare(run: PlanRun, today: string): string {
  return dayAfter(today, 1 - dayNumber(run, today));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
