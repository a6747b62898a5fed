import { z } from "zod";
import type { Caller } from "#server/database/caller.ts";
import type { Database } from "#server/database/database.ts";
import type { ChangeRow } from "./change-rows.ts";
import type { FollowedTable } from "./published-tables.ts";
import { quoteName, rowsFrom, rowsText } from "./row-sql.domain.ts";

const placesSchema = z.array(z.object({ place: z.number() }));

/**
 * Which changed rows somebody may select now, by the policies of the table; PostgreSQL decides, as their
 * role with their claims.
 *
 * @returns places among the changes.
 * @throws the database's error when it cannot answer.
 */
export async function visibleRows(
  database: Pick<Database, "asCaller">,
  caller: Caller,
  table: FollowedTable,
  changes: readonly ChangeRow[],
  places: readonly number[],
): Promise<ReadonlySet<number>> {
  const keys = table.columns.filter(({ isKey }) => isKey);
  const isSame = keys
    .map(({ name }) => `found.${quoteName(name)} = subject.${quoteName(name)}`)
    .join(" and ");
  const statement = `select changed.place ${rowsFrom(keys)} where exists (
    select from ${quoteName(table.schema)}.${quoteName(table.table)} as found where ${isSame})`;
  const rows = await database.asCaller(
    { caller, method: "GET", path: "/realtime/v1/websocket", headers: {}, isReadOnly: true },
    (tx) => tx.unsafe(statement, [rowsText(changes, places)], { prepare: true }),
  );
  return new Set(placesSchema.parse([...rows]).map(({ place }) => place));
}
