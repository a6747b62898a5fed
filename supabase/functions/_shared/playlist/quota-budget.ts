import * as v from "valibot";
import { pacificDay } from "./pacific-day.domain.ts";
import { PlaylistError } from "./playlist-error.ts";
import type { FunctionLog, KeyValueStore } from "@reign-tv/kit/function-contract.ts";

/** Data API units per Pacific day (R-52: half of the platform's 10,000). */
export const DEFAULT_DAILY_UNITS = 5_000;

/** Share of the budget at which the operator is alerted. */
const ALARM_SHARE = 0.8;
/** Share that visitors' "Refresh" may use, so that a robot cannot spend the day's budget. */
const FORCED_SHARE = 0.5;

const STORE_KEY = "youtube-units";

const spentSchema = v.object({
  day: v.string(),
  units: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type UnitBudget = {
  /**
   * Counts units before a call; failed calls cost as well.
   *
   * @throws PlaylistError budget_spent
   */
  spend(units: number): Promise<void>;
  /** Returns whether a visitor may force a refresh. */
  canForceRefresh(): boolean;
};

export type UnitBudgetOptions = {
  readonly store: KeyValueStore;
  readonly now: () => number;
  readonly capUnits: number;
  readonly log: FunctionLog;
};

/**
 * The day's budget. The store shares it with other servers and across restarts; simultaneous counts
 * can lose a unit, which the margin to the real quota allows.
 */
export function createUnitBudget(options: UnitBudgetOptions): UnitBudget {
  const { store, now, capUnits, log } = options;
  let spent = { day: "", units: 0 };

  async function readStored(day: string): Promise<number> {
    try {
      const text = await store.get(STORE_KEY);
      const stored = v.safeParse(spentSchema, text === null ? null : JSON.parse(text));
      return stored.success && stored.output.day === day ? stored.output.units : 0;
    } catch {
      return 0;
    }
  }

  async function write(): Promise<void> {
    try {
      await store.set(STORE_KEY, JSON.stringify(spent));
    } catch {
      log("warn", "the day's API units could not be stored; a restart would forget them");
    }
  }

  return {
    async spend(units) {
      const day = pacificDay(now());
      const storedUnits = await readStored(day);
      const before = Math.max(spent.day === day ? spent.units : 0, storedUnits);
      if (before + units > capUnits) {
        spent = { day, units: before };
        throw new PlaylistError("budget_spent");
      }
      spent = { day, units: before + units };
      const alarmUnits = capUnits * ALARM_SHARE;
      if (before < alarmUnits && spent.units >= alarmUnits) {
        log("warn", "most of the day's API units are spent", { units: spent.units, capUnits });
      }
      await write();
    },
    canForceRefresh() {
      return spent.day !== pacificDay(now()) || spent.units < capUnits * FORCED_SHARE;
    },
  };
}
