import { planLength, PLAN_SLUGS, type PlanSlug } from "#shared/bible/plans/reading-plans.domain.ts";
import { type PlanRun, type PlanState, planState } from "./plan-run.domain.ts";
import { dayAfter, isCalendarDay } from "#shared/devotional/devotional-date.ts";
import { putItem, removeItem, type SyncedItem, useItems } from "#web/base/sync/use-items.ts";
import { useEffect } from "react";
import * as v from "valibot";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { removeStored, writeStored } from "#web/lib/storage/storage.ts";
import { useLocalDay } from "#web/lib/use-local-day.ts";

/** A running plan. */
export type OpenRun = {
  id: string;
  slug: PlanSlug;
  run: PlanRun;
  /** Time at which each day was read, by its number; milliseconds since 1970. */
  done: ReadonlyMap<number, number>;
  state: PlanState;
};

type PlanRuns = {
  /** False until the device's store has been read. */
  isLoaded: boolean;
  /** False when this browser blocks storage. */
  isPersistent: boolean;
  /** The reader's own day, once items are loaded. */
  today: string;
  /** One for each running plan, in the order of the plans. */
  open: readonly OpenRun[];
};

/** The server does not know the reader's day; it is unused until items are loaded. */
const UNKNOWN_DAY = "";

/** First day with something to read; the boot script reserves its space on Home. */
const NEXT_READING = storedEntry("nextReading", v.pipe(v.string(), v.check(isCalendarDay)), "");

/** Returns the running plans and follows every change on this device and others. */
export function usePlanRuns(): PlanRuns {
  const today = useLocalDay(UNKNOWN_DAY);
  const { items: runs, isLoaded, isPersistent } = useItems("plan-run");
  const { items: days } = useItems("plan-day");
  const open = PLAN_SLUGS.flatMap((slug) => furthest(openRuns(slug, runs, days, today)));
  const next = nextReading(open, today);
  useEffect(() => {
    if (isLoaded) storeNextReading(next, today);
  }, [isLoaded, next, today]);
  return { isLoaded, isPersistent, today, open };
}

/** Returns the runs that are neither paused nor finished. */
export function goingRuns(open: readonly OpenRun[]): readonly OpenRun[] {
  return open.filter(({ run, state }) => run.pausedOn === undefined && !state.isFinished);
}

/** Returns the runs with something to read today. */
export function dueRuns(open: readonly OpenRun[]): readonly OpenRun[] {
  return goingRuns(open).filter(({ state }) => state.toRead.length > 0);
}

function nextReading(open: readonly OpenRun[], today: string): string | null {
  if (today === UNKNOWN_DAY || goingRuns(open).length === 0) return null;
  return dueRuns(open).length > 0 ? today : dayAfter(today, 1);
}

/**
 * Stores the day of the next reading, and opens or closes its space on Home. @param day null
 * without a running plan.
 */
function storeNextReading(day: string | null, today: string): void {
  document.documentElement.classList.toggle("has-reading", day === today);
  if (day === null) removeStored(NEXT_READING.key);
  else writeStored(NEXT_READING, day);
}

function openRuns(
  slug: PlanSlug,
  runs: readonly SyncedItem<"plan-run">[],
  days: readonly SyncedItem<"plan-day">[],
  today: string,
): OpenRun[] {
  return runs
    .filter(({ data }) => data.plan === slug && data.finishedOn === undefined)
    .map(({ id, data: run }) => {
      const ofRun = days.filter(({ data }) => data.run === id);
      const done = new Map(ofRun.map(({ data: { day, doneAt } }) => [day, doneAt]));
      const read = new Set(done.keys());
      return {
        id,
        slug,
        run,
        done,
        state: planState(run, { done: read, length: planLength(slug), today }),
      };
    });
}

/** When two devices have started the same plan, shows the one with more days read. */
function furthest(runs: readonly OpenRun[]): readonly OpenRun[] {
  return runs
    .toSorted((a, b) => b.state.read - a.state.read || a.id.localeCompare(b.id))
    .slice(0, 1);
}

type Beginning = {
  startedOn: string;
  today: string;
  /** Day of the link's sender: those before it do not count as missed. */
  joinsAt?: number;
  /** The previous run of the plan; it is archived, not deleted. */
  before?: OpenRun;
};

/** Starts a plan. */
export async function beginPlan(
  slug: PlanSlug,
  { startedOn, today, joinsAt, before }: Beginning,
): Promise<void> {
  if (before) await changeRun(before, { ...before.run, finishedOn: today });
  const id = `${slug}.${startedOn}.${Date.now().toString(36)}`;
  await putItem("plan-run", id, {
    plan: slug,
    startedOn,
    ...(joinsAt !== undefined && { from: joinsAt }),
  });
}

/** Replaces the state of a run. */
export async function changeRun({ id }: Pick<OpenRun, "id">, run: PlanRun): Promise<void> {
  await putItem("plan-run", id, run);
}

/** Toggles the tick of a day. */
export async function tickDay({ id, done }: OpenRun, day: number): Promise<void> {
  const item = `${id}:${day}`;
  if (done.has(day)) await removeItem("plan-day", item);
  else await putItem("plan-day", item, { run: id, day, doneAt: Date.now() });
}
