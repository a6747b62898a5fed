import type { Logger } from "#server/kit/log.ts";
import type { Database } from "#server/database/database.ts";

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
