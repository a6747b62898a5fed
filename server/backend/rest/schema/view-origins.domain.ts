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
