import * as v from "valibot";
import type { Database } from "#backend/database/database.ts";

/** A changed row as stored by the trigger. */
export type ChangeRow = {
  readonly entity: number;
  readonly action: "INSERT" | "UPDATE" | "DELETE";
  /** JSON of the new and the old row; numbers keep all digits in it. */
  readonly record: string | null;
  readonly oldRecord: string | null;
  /** The row was too long, so long values are missing. */
  readonly isCut: boolean;
  readonly madeAt: Date;
};

const rowSchema = v.object({
  id: v.string(),
  entity: v.pipe(v.unknown(), v.toNumber()),
  action: v.picklist(["INSERT", "UPDATE", "DELETE"]),
  record: v.nullable(v.string()),
  oldRecord: v.nullable(v.string()),
  isCut: v.boolean(),
  madeAt: v.date(),
});

/** Rows per query. */
const PAGE_ROWS = 1_000;

/**
 * Reads the changes of transactions page by page, in the order of their notifications.
 *
 * @throws the database's error.
 */
export async function* readChanges(
  database: Pick<Database, "realtime">,
  transactions: readonly string[],
): AsyncGenerator<readonly ChangeRow[]> {
  for (const transaction of transactions) {
    let lastId = "0";
    for (;;) {
      const rows = await database.realtime`
        select id::text, entity::text, action, record::text, old_record::text as "oldRecord",
               is_cut as "isCut", made_at as "madeAt"
        from realtime.changes
        where transaction_id = ${transaction}::text::xid8 and id > ${lastId}::text::bigint
        order by changes.id
        limit ${PAGE_ROWS}`;
      const page = rows.map((row) => v.parse(rowSchema, row));
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ROWS) break;
      lastId = last.id;
    }
  }
}

/**
 * Returns transactions of the last minute, for a server that may have missed their notifications.
 */
export async function recentTransactions(
  database: Pick<Database, "realtime">,
): Promise<readonly string[]> {
  const rows = await database.realtime<{ transaction: string }[]>`
    select transaction_id::text as transaction from realtime.changes
    where made_at > now() - interval '1 minute'
    group by transaction_id order by min(id)`;
  return rows.map(({ transaction }) => transaction);
}
