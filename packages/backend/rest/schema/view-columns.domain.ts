import type { Catalog } from "./catalog.ts";
import type { Column, Relation } from "./schema.domain.ts";

/**
 * Origins of view columns. PostgreSQL stores the parsed query of a view as a tree in text
 * (`pg_rewrite.ev_action`). Each entry of its outermost target list names the origin table and
 * column, or 0 for a computed one.
 */

/** Column number of a view, with the origin's relation and column number. */
export type ColumnOrigin = {
  readonly number: number;
  readonly relation: string;
  readonly relationColumn: number;
};

/** `({QUERY :… :targetList ({TARGETENTRY :…} …) …})`: nesting depth of each. */
const LIST_FIELD_DEPTH = 2;
const ENTRY_DEPTH = 4;
const fieldDepths = new Set([LIST_FIELD_DEPTH, ENTRY_DEPTH]);
const openings = new Set(["(", "{"]);
const closings = new Set([")", "}"]);
const TOKEN = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g;

/** Parses the origins of a view's columns; empty for any other text. */
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

/** Exposing columns of a view, by oid of the table and name of its column. */
export type ViewColumns = ReadonlyMap<string, ReadonlyMap<string, readonly Column[]>>;

type ColumnRef = { readonly relation: string; readonly number: number };

/** Limit on nested views; real ones are far below it. */
const MAX_STACKED_VIEWS = 32;

/** Returns the table columns that each view exposes, through any nesting. */
export function originsOfViews(
  catalog: Catalog,
  relations: ReadonlyMap<string, Relation>,
): Map<string, ViewColumns> {
  const rows = new Map(catalog.tables.map((row) => [row.oid, row]));
  const originsByView = new Map<string, ReadonlyMap<number, ColumnRef>>(
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
  const resolve = (start: ColumnRef): ColumnRef => {
    let column = start;
    for (let height = 0; height < MAX_STACKED_VIEWS; height += 1) {
      const below = originsByView.get(column.relation)?.get(column.number);
      if (below === undefined) return column;
      column = below;
    }
    return column;
  };

  return new Map(
    catalog.views.map(({ oid }) => {
      const view = new Map<string, Map<string, Column[]>>();
      for (const column of rows.get(oid)?.columns ?? []) {
        const { relation, number } = resolve({ relation: oid, number: column.number });
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
