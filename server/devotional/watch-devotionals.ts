import type { Logger } from "#server/kit/log.ts";
import type { Database } from "#server/database/database.ts";

/** Channel that the devotionals' trigger announces changes on; see supabase/migrations. */
const CHANNEL = "devotionals_changed";

type FollowNeeds = {
  /** Null with a project elsewhere, which tells us nothing. */
  database: Pick<Database, "listen"> | null;
  log: Logger;
  onChange: () => void;
};

/**
 * Calls `onChange` whenever a devotional was published, changed or taken back, whoever did it: through
 * this server, another one on the same database, or by SQL. Without it what is kept grows old by its
 * age alone, so a database that does not let anybody listen (a pooler in transaction mode) stops nothing.
 */
export async function followDevotionals({ database, log, onChange }: FollowNeeds): Promise<void> {
  try {
    await database?.listen(CHANNEL, { onNotice: onChange, onStart: onChange });
  } catch (error) {
    log.warn({ event: "devotional_notices_missing", err: error });
  }
}
