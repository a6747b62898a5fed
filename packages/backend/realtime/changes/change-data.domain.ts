import * as v from "valibot";
import type { ChangeRow } from "./change-rows.ts";
import type { PublishedColumn, PublishedTable } from "./published-tables.ts";
import { jsonObject } from "@reign-tv/kit/json-object.ts";

/**
 * Returns the data of a change for a role: the columns that it may select. An old row has its
 * replica identity. A deleted row under RLS has only its key, because its policies cannot be
 * evaluated.
 *
 * @param select columns of the client's request; null selects all.
 */
export function changeData(
  table: PublishedTable,
  change: ChangeRow,
  role: string,
  select: readonly string[] | null,
): object {
  const { action, madeAt } = change;
  const base = {
    schema: table.schema,
    table: table.table,
    commit_timestamp: madeAt.toISOString(),
    type: action,
  };
  const error = errorOf(table, change, role);
  if (error === NO_KEY || error === UNAUTHORIZED) {
    const old = action === "INSERT" ? {} : { old_record: {} };
    return { ...base, columns: [], record: {}, ...old, errors: [error] };
  }
  const columns = table.columns.filter(
    ({ name, readers }) => readers.includes(role) && (select === null || select.includes(name)),
  );
  const record = action === "DELETE" ? {} : { record: pick(change.record, columns) };
  const old = oldColumns(table, action, columns);
  return {
    ...base,
    columns: columns.map(({ name, type }) => ({ name, type })),
    ...record,
    ...(action === "INSERT" ? {} : { old_record: pick(change.oldRecord, old) }),
    errors: error === null ? null : [error],
  };
}

const NO_KEY = "Error 400: Bad Request, no primary key";
const UNAUTHORIZED = "Error 401: Unauthorized";
const TOO_LARGE = "Error 413: Payload Too Large";

function errorOf(table: PublishedTable, { action, isCut }: ChangeRow, role: string): string | null {
  const keys = table.columns.filter(({ isKey }) => isKey);
  if (action !== "DELETE" && keys.length === 0) return NO_KEY;
  if (action !== "DELETE" && !keys.every(({ readers }) => readers.includes(role))) {
    return UNAUTHORIZED;
  }
  return isCut ? TOO_LARGE : null;
}

function oldColumns(
  { isSecured }: PublishedTable,
  action: ChangeRow["action"],
  columns: readonly PublishedColumn[],
): readonly PublishedColumn[] {
  const isKeyOnly = action === "DELETE" && isSecured;
  return columns.filter(({ isIdentity, isKey }) => isIdentity && (!isKeyOnly || isKey));
}

/** Returns these values of a record's JSON; omitted ones stay omitted. */
function pick(text: string | null, columns: readonly PublishedColumn[]): object {
  const record = v.parse(jsonObject, JSON.parse(text ?? "{}") ?? {});
  const picked = columns.flatMap(({ name }) =>
    Object.hasOwn(record, name) ? [[name, record[name]] as const] : [],
  );
  return Object.fromEntries(picked);
}
