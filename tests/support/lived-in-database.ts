import { readFileSync } from "node:fs";
import type { Sql } from "postgres";

/** Statements that fill a prepared database. */
export const LIVED_IN_SQL = readFileSync(new URL("lived-in-database.sql", import.meta.url), "utf8");

/** The password whose hash the rows have. */
export const LIVED_IN_PASSWORD = "orchard-of-forty-lamps";

/** A member with an email identity, a provider identity, sessions and synced items. */
export const LIVED_IN_MEMBER = {
  id: "00000000-0000-4000-a000-000000000001",
  email: "member.1@lived-in.example",
} as const;

/** Fills a prepared database and updates the planner statistics, also of the catalogs, as autovacuum does. */
export async function fillDatabase(sql: Sql): Promise<void> {
  await sql.unsafe(LIVED_IN_SQL).simple();
  await sql.unsafe("vacuum (analyze)").simple();
}

/** Removes the rows of `fillDatabase`, for tests that count all rows or need an empty table. */
export async function emptyDatabase(sql: Sql): Promise<void> {
  await sql
    .unsafe(
      `truncate auth.users, auth.flow_state, auth.audit_log_entries, auth.rate_counters,
         public.push_subscriptions, public.watch_hours, public.stats, realtime.servers,
         realtime.long_notices, realtime.messages
         restart identity cascade;
       update public.studio_state set revision = 0`,
    )
    .simple();
}
