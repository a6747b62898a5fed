import type { ChangeRow } from "./change-rows.ts";
import type { FollowedColumn } from "./published-tables.ts";

/** The row that a change is about: the new one, of a deletion the former one. */
export function subjectOf({ action, record, oldRecord }: ChangeRow): string | null {
  return action === "DELETE" ? oldRecord : record;
}

/** Changed rows as one JSON text; each knows its place among the changes. */
export function rowsText(changes: readonly ChangeRow[], places: readonly number[]): string {
  const rows = places.map((place) => {
    const change = changes[place];
    return `{"place":${place},"record":${(change && subjectOf(change)) ?? "null"}}`;
  });
  return `[${rows.join(",")}]`;
}

/** `from` clause over such a text in the parameter `$1`: `changed.place` and the columns of `subject`. */
export function rowsFrom(columns: readonly FollowedColumn[]): string {
  const typed = columns.map(({ name, sqlType }) => `${quoteName(name)} ${sqlType}`).join(", ");
  return `from jsonb_to_recordset($1::text::jsonb) as changed (place int, record jsonb)
    cross join lateral jsonb_to_record(changed.record) as subject (${typed})`;
}

/** A name as SQL reads it, whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
