import type { SyncedData } from "#shared/contracts/synced-items.ts";
import { dayAfter, isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { DAY_MS } from "#shared/durations.ts";

/**
 * Where a reader is in a plan. Days of a plan are numbers from 1; which one is today's follows from the day it
 * was begun and the reader's own calendar ("2026-06-14"), never from a clock. Nobody is behind: what was missed
 * is still to be read, and dates give way.
 */

/** Somebody's reading of a plan. */
export type PlanRun = SyncedData<"plan-run">;

/** Missed days after which the reader is asked, once, how to go on. */
export const MISSED_TO_ASK = 3;
/** Furthest that a shared link may begin from today. */
const LONGEST_AWAY_DAYS = 366;

/** The day's number on a calendar day: 1 at the earliest, past the end when all days are over. */
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
  /** Days that are read. */
  read: number;
  /** Unread days before today, the oldest first. */
  missed: readonly number[];
  /** What is to be read now: today's, or with missed days the two oldest. Empty: all is done for now. */
  toRead: readonly number[];
  isFinished: boolean;
};

/** Where a reader is. @param done numbers of the days that are read; @param length days of the plan */
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

/** Whether to ask how to go on: after three missed days, and not again before twice as many have passed. */
export function isToAsk(
  { missed, today }: Pick<PlanState, "missed" | "today">,
  { pausedOn, askedAt }: PlanRun,
): boolean {
  if (pausedOn !== undefined || missed.length < MISSED_TO_ASK) return false;
  return askedAt === undefined || askedAt > today || today - askedAt >= MISSED_TO_ASK * 2;
}

/** The run in which a day is today's: dates move, and what comes before it is missed by nobody. */
export function movedTo(run: PlanRun, day: number, today: string): PlanRun {
  return { ...datedAt(run, day, today), from: day };
}

/** The run from where the reader was, with the oldest missed day as today's. */
export function continued(
  run: PlanRun,
  { missed, today: number }: Pick<PlanState, "missed" | "today">,
  today: string,
): PlanRun {
  return datedAt(run, missed[0] ?? number, today);
}

/** The run from today on without counting days. */
export function paused(run: PlanRun, today: string): PlanRun {
  return { ...run, pausedOn: today };
}

/** The run as it goes on after a pause, at the day where it was left. */
export function resumed(run: PlanRun, today: string): PlanRun {
  return datedAt(run, dayNumber(run, today), today);
}

/** The day on which somebody begins who follows a link; today, where it names none that makes sense. */
export function sharedStart(asked: string | null, today: string): string {
  if (asked === null || !isCalendarDay(asked)) return today;
  return Math.abs(daysBetween(today, asked)) <= LONGEST_AWAY_DAYS ? asked : today;
}

/** The run, going on, in which a day is today's. */
function datedAt(run: PlanRun, day: number, today: string): PlanRun {
  const { pausedOn: _, ...going } = run;
  return { ...going, shift: daysBetween(run.startedOn, today) + 1 - day };
}

/** The first day for somebody who is to be on the same day of the plan, whatever was moved or paused. */
export function startToShare(run: PlanRun, today: string): string {
  return dayAfter(today, 1 - dayNumber(run, today));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
