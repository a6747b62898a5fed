import * as v from "valibot";
import { type PublishedRow, publishedRowSchema } from "#shared/contracts/devotional.ts";
import { type DevotionalEntry, gridDay } from "#shared/devotional/devotional.ts";
import { dayOfMonth } from "#shared/devotional/devotional-date.ts";
import { shippedDevotionals } from "#shared/devotional/bundled-devotionals.ts";
import type { Language } from "#shared/languages.ts";
import type { Transport } from "#shared/transport.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Database } from "@reign-tv/backend";

/** A devotional with its date. */
export type DatedEntry = DevotionalEntry & Omit<PublishedRow, "reflection">;

const rowsSchema = v.array(v.omit(publishedRowSchema, ["reflection"]));

type DevotionalStoreDeps = {
  /** Calls the backend's REST service. */
  transport: Transport;
  publishableKey: string;
};

/** Bundled devotionals, and published ones as visitors see them. */
export type DevotionalStore = {
  shipped(language: Language, day: number): Promise<DevotionalEntry | null>;
  published(language: Language, date: string): Promise<DatedEntry | null>;
  /** Newest first, none later than `until`. */
  latest(language: Language, until: string, count: number): Promise<readonly DatedEntry[]>;
};

/** Reads published devotionals as a visitor, so that row level security applies. */
export function createDevotionalStore(deps: DevotionalStoreDeps): DevotionalStore {
  const { transport, publishableKey } = deps;

  async function read(language: Language, search: string): Promise<DatedEntry[]> {
    const columns = "select=date,title,verse,content";
    const path = `/rest/v1/devotionals?${columns}&language=eq.${language}&${search}`;
    const response = await transport(path, { headers: { apikey: publishableKey } });
    if (!response.ok) throw new Error(`Devotionals could not be read: HTTP ${response.status}`);
    const rows = v.parse(rowsSchema, await response.json());
    return rows.map((row) => ({ ...row, day: dayOfMonth(row.date) }));
  }

  return {
    async shipped(language, day) {
      const entries = await shippedDevotionals(language);
      return entries.find((entry) => entry.day === day) ?? null;
    },
    async published(language, date) {
      const [entry] = await read(language, `date=eq.${date}`);
      return entry ?? null;
    },
    latest: (language, until, count) =>
      read(language, `date=lte.${until}&order=date.desc&limit=${count}`),
  };
}

/**
 * Returns the title of the devotional that the devotional page shows for a date: the published one or, if none was ever
 * published, the bundled one. Null if the date has none.
 */
export async function titleOfDay(
  store: DevotionalStore,
  language: Language,
  date: string,
): Promise<string | null> {
  const [newest] = await store.latest(language, date, 1);
  if (!newest) return (await store.shipped(language, gridDay(dayOfMonth(date))))?.title ?? null;
  return newest.date === date ? newest.title : null;
}

/** NOTIFY channel of the devotionals' trigger; see supabase/migrations. */
const CHANNEL = "devotionals_changed";

type WatchDevotionalsDeps = {
  /** Null with an external project, which sends no notifications. */
  database: Pick<Database, "listen"> | null;
  log: Logger;
  onChange: () => void;
};

/**
 * Calls `onChange` after each change of a devotional by any server or by SQL. If LISTEN is not available (a pooler in
 * transaction mode), caches expire by age alone.
 */
export async function watchDevotionals({
  database,
  log,
  onChange,
}: WatchDevotionalsDeps): Promise<void> {
  try {
    await database?.listen(CHANNEL, { onNotice: onChange, onStart: onChange });
  } catch (error) {
    log.warn({ event: "devotional_notices_missing", err: error });
  }
}
