import type { Catalog } from "./catalog.ts";
import type { Column, Relation } from "./schema.domain.ts";

/**
 * Where the columns of views come from. PostgreSQL keeps the parsed query of a view as a tree in text
 * (`pg_rewrite.ev_action`); each entry of its outermost list of results names the table and the
 * column that it passes on, or 0 for what it computes.
 */

/** Column of a view by number, with the relation and the column's number there. */
export type ColumnOrigin = {
  readonly number: number;
  readonly relation: string;
  readonly relationColumn: number;
};

/** `({QUERY :… :targetList ({TARGETENTRY :…} …) …})`: how deep each of them stands. */
const LIST_FIELD_DEPTH = 2;
const ENTRY_DEPTH = 4;
const fieldDepths = new Set([LIST_FIELD_DEPTH, ENTRY_DEPTH]);
const openings = new Set(["(", "{"]);
const closings = new Set([")", "}"]);
const TOKEN = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g;

/** Reads the origins of a view's columns; nothing for a text that is not such a tree. */
export function readColumnOrigins(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = [];
  let depth = 0;
  let isInList = false;
  let field = "";
  let entry: Record<string, string> = {};
  for (const [token] of rule.matchAll(TOKEN)) {
    if (openings.has(token)) {
      depth += 1;
      if (depth === LIST_FIELD_DEPTH + 1) isInList = token === "(" && field === ":targetList";
      if (depth === ENTRY_DEPTH) [entry, field] = [{}, ""];
    } else if (closings.has(token)) {
      if (depth === ENTRY_DEPTH && isInList) origins.push(...originOf(entry));
      depth -= 1;
      if (depth === LIST_FIELD_DEPTH) isInList = false;
    } else if (token.startsWith(":")) {
      if (fieldDepths.has(depth)) field = token;
    } else if (depth === ENTRY_DEPTH) {
      entry[field] ??= token;
    }
  }
  return origins;
}

function originOf(entry: Record<string, string>): ColumnOrigin[] {
  const relation = entry[":resorigtbl"] ?? "0";
  if (relation === "0" || entry[":resjunk"] === "true") return [];
  const relationColumn = Number(entry[":resorigcol"]);
  return [{ number: Number(entry[":resno"]), relation, relationColumn }];
}

/** By the oid of a table, then by the name of its column: the columns of a view that pass it on. */
export type ViewColumns = ReadonlyMap<string, ReadonlyMap<string, readonly Column[]>>;

type Place = { readonly relation: string; readonly number: number };

/** Views above views that are still followed; nobody stacks them higher. */
const MAX_STACKED_VIEWS = 32;

/** What each view passes on of tables, however many views lie between. */
export function originsOfViews(
  catalog: Catalog,
  relations: ReadonlyMap<string, Relation>,
): Map<string, ViewColumns> {
  const rows = new Map(catalog.tables.map((row) => [row.oid, row]));
  const places = new Map<string, ReadonlyMap<number, Place>>(
    catalog.views.map(({ oid, rule }) => [
      oid,
      new Map(
        readColumnOrigins(rule).map(({ number, relation, relationColumn }) => [
          number,
          { relation, number: relationColumn },
        ]),
      ),
    ]),
  );
  const follow = (start: Place): Place => {
    let place = start;
    for (let height = 0; height < MAX_STACKED_VIEWS; height += 1) {
      const below = places.get(place.relation)?.get(place.number);
      if (below === undefined) return place;
      place = below;
    }
    return place;
  };

  return new Map(
    catalog.views.map(({ oid }) => {
      const view = new Map<string, Map<string, Column[]>>();
      for (const column of rows.get(oid)?.columns ?? []) {
        const { relation, number } = follow({ relation: oid, number: column.number });
        const name = rows.get(relation)?.columns.find((other) => other.number === number)?.name;
        const own = relations.get(oid)?.table.columns.get(column.name);
        if (relation === oid || name === undefined || own === undefined) continue;
        const origins = view.get(relation) ?? new Map<string, Column[]>();
        origins.set(name, [...(origins.get(name) ?? []), own]);
        view.set(relation, origins);
      }
      return [oid, view];
    }),
  );
}
