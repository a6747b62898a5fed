import { z } from "zod";
import type { ChangeRow } from "./change-rows.ts";
import type { FollowedColumn, FollowedTable } from "./published-tables.ts";

const recordSchema = z.record(z.string(), z.unknown());

/**
 * What a role is told of a change: the columns that it may select, of a former row its replica identity,
 * and of a deleted row under row level security its key alone, because nobody can ask any more whose it was.
 *
 * @param select columns that the client wants; null: all.
 */
export function changeData(
  table: FollowedTable,
  change: ChangeRow,
  role: string,
  select: readonly string[] | null,
): object {
  const { action, madeAt } = change;
  const said = {
    schema: table.schema,
    table: table.table,
    commit_timestamp: madeAt.toISOString(),
    type: action,
  };
  const error = errorOf(table, change, role);
  if (error === NO_KEY || error === UNAUTHORIZED) {
    const former = action === "INSERT" ? {} : { old_record: {} };
    return { ...said, columns: [], record: {}, ...former, errors: [error] };
  }
  const columns = table.columns.filter(
    ({ name, readers }) => readers.includes(role) && (select === null || select.includes(name)),
  );
  const record = action === "DELETE" ? {} : { record: pick(change.record, columns) };
  const former = formerColumns(table, action, columns);
  return {
    ...said,
    columns: columns.map(({ name, type }) => ({ name, type })),
    ...record,
    ...(action === "INSERT" ? {} : { old_record: pick(change.oldRecord, former) }),
    errors: error === null ? null : [error],
  };
}

const NO_KEY = "Error 400: Bad Request, no primary key";
const UNAUTHORIZED = "Error 401: Unauthorized";
const TOO_LARGE = "Error 413: Payload Too Large";

function errorOf(table: FollowedTable, { action, isCut }: ChangeRow, role: string): string | null {
  const keys = table.columns.filter(({ isKey }) => isKey);
  if (action !== "DELETE" && keys.length === 0) return NO_KEY;
  if (action !== "DELETE" && !keys.every(({ readers }) => readers.includes(role))) {
    return UNAUTHORIZED;
  }
  return isCut ? TOO_LARGE : null;
}

function formerColumns(
  { isSecured }: FollowedTable,
  action: ChangeRow["action"],
  columns: readonly FollowedColumn[],
): readonly FollowedColumn[] {
  const isKeyOnly = action === "DELETE" && isSecured;
  return columns.filter(({ isIdentity, isKey }) => isIdentity && (!isKeyOnly || isKey));
}

/** Those values of a record's JSON; ones that were left out stay out. */
function pick(text: string | null, columns: readonly FollowedColumn[]): object {
  const record = recordSchema.parse(JSON.parse(text ?? "{}") ?? {});
  const picked = columns.flatMap(({ name }) =>
    Object.hasOwn(record, name) ? [[name, record[name]] as const] : [],
  );
  return Object.fromEntries(picked);
}
