import { conditionSql, fieldSql, type RowRef } from "./filter-sql.domain.ts";
import { groupedLevel, isGrouped, type Level, type OutputValue } from "./group-sql.domain.ts";
import { MAX_ROWS } from "#backend/rest/protocol/limits.ts";
import type { Embed, OutputItem, ReadNode, ResolvedOrder } from "#backend/rest/plan/plan.domain.ts";
import type { ColumnPair } from "#backend/rest/schema/schema.domain.ts";
import {
  joinSql,
  listSql,
  nothing,
  numbered,
  parameter,
  sql,
  type Sql,
} from "#backend/rest/protocol/sql.domain.ts";

type Joined = {
  readonly embed: Embed;
  readonly alias: Sql;
  readonly join: Sql;
  /** Columns that a spread adds to the level above, in the order of `v0`, `v1`, …. */
  readonly spread: readonly Omit<OutputValue, "value">[];
};

/** Maximum key-value pairs of one json_build_object call (100 arguments). */
const MAX_BUILD_PAIRS = 50;

/** The source of the root's rows. */
export type RootSource = {
  /** A column that orders a page without its own order. */
  readonly ordinal: Sql | null;
  /** False for rows of a WITH, which lose their table's type. */
  readonly isTyped: boolean;
};

/**
 * Generates reads. Aliases are generated and numbered, identifiers come from the schema, and all
 * text of the request is a parameter, including renamed JSON keys.
 */
export class ReadWriter {
  #aliases = 0;
  readonly #root: RootSource;

  constructor(root: RootSource) {
    this.#root = root;
  }

  /** Returns the root's rows as one JSON value each, column `o`. */
  jsonPage(node: ReadNode, from: Sql): Sql {
    const level = this.#rootLevel(node, from);
    return sql`SELECT ${rowSql(node, level)} AS o ${level.body}${level.tail}`;
  }

  /** Returns the root's rows as one array of texts each, column `o`, with the column names. */
  csvPage(node: ReadNode, from: Sql): { readonly header: readonly string[]; readonly page: Sql } {
    const level = this.#rootLevel(node, from);
    const cells = level.values.map(
      // format('%s') prints the output of the type's output function, as COPY does.
      ({ value }) => sql`CASE WHEN ${value} IS NOT NULL THEN pg_catalog.format('%s', ${value}) END`,
    );
    return {
      header: level.values.map(({ key }) => key),
      page: sql`SELECT ARRAY[${listSql(cells)}]::pg_catalog._text AS o ${level.body}${level.tail}`,
    };
  }

  /** Returns the root's rows without columns, order and limit, for counting. */
  countPage(node: ReadNode, from: Sql): Sql {
    const rowRef = this.#rootRef(node);
    const level = this.#level(forCounting(node), from, [], rowRef, false);
    return sql`SELECT 1 ${level.body}`;
  }

  #next(prefix: "t" | "e" | "g" | "j"): Sql {
    this.#aliases += 1;
    return numbered(prefix, this.#aliases);
  }

  #rootRef({ source }: ReadNode): RowRef {
    const alias = this.#next("t");
    if (this.#root.isTyped || source.rowTypeSql === null) return { alias, row: alias };
    const columns = [...source.columns.values()].map((column) => sql`${alias}.${column.sql}`);
    return { alias, row: sql`ROW(${listSql(columns)})::${source.rowTypeSql}` };
  }

  #rootLevel(node: ReadNode, from: Sql): Level {
    const level = this.#level(node, from, [], this.#rootRef(node));
    const { ordinal } = this.#root;
    const isOrdered = ordinal !== null && node.order.length === 0 && !isGrouped(level);
    const tail = isOrdered ? sql` ORDER BY ${level.alias}.${ordinal}${level.tail}` : level.tail;
    return groupedLevel({ ...level, tail }, this.#next("g"));
  }

  #level(
    node: ReadNode,
    from: Sql,
    joinConditions: readonly Sql[],
    rowRef: RowRef,
    isShown = true,
  ): Level {
    const { alias } = rowRef;
    const joined = node.embeds.map((embed) =>
      isShown ? this.#shownEmbed(embed, rowRef) : this.#countedEmbed(embed, rowRef),
    );
    const aliasOf = (embed: Embed): Sql => {
      const found = joined.find((candidate) => candidate.embed === embed);
      if (found === undefined) throw new Error(`The embed ${embed.key} was not joined`);
      return found.alias;
    };
    const tests = [
      ...joinConditions,
      ...node.conditions.map((condition) =>
        conditionSql(rowRef, condition, (embed) => sql`${aliasOf(embed)}.o`),
      ),
    ];
    const joins = joined.map(({ join }) => join);
    const where = tests.length === 0 ? nothing : sql` WHERE ${joinSql(tests, sql` AND `)}`;
    return {
      alias,
      values: node.items.flatMap((item) => itemValues(rowRef, item, joined)),
      body: sql`FROM ${from} AS ${alias}${joinSql(joins, nothing)}${where}`,
      tail: sql`${orderSql(rowRef, node.order, aliasOf)}${windowSql(node.limit, node.offset)}`,
    };
  }

  /** Returns a lateral join with `o`, the embed's JSON, or null without rows. */
  #shownEmbed(embed: Embed, parent: RowRef): Joined {
    const alias = this.#next("e");
    const child = this.#childRef();
    const { from, conditions } = this.#fromAndConditions(embed, parent, child.alias);
    const limit = embed.isToOne ? embed.node.limit : (embed.node.limit ?? MAX_ROWS);
    const open = this.#level({ ...embed.node, limit }, from, conditions, child);
    // A spread into a single parent row is aggregated there.
    const level = isHoisted(embed) ? open : groupedLevel(open, this.#next("g"));
    const extras = [...spreadColumns(embed, level), ...sortColumns(embed, child)];
    const row = embed.isHidden || embed.isSpread ? sql`TRUE` : rowSql(embed.node, level);
    const rows = sql`SELECT ${listSql([sql`${row} AS o`, ...extras])} ${level.body}${level.tail}`;
    const query = embed.isToOne ? rows : aggregateSql(embed, level, rows);
    const isFound = embed.isToOne ? sql`TRUE` : sql`${alias}.o IS NOT NULL`;
    return {
      embed,
      alias,
      join: embed.isInner
        ? sql` INNER JOIN LATERAL (${query}) AS ${alias} ON ${isFound}`
        : sql` LEFT JOIN LATERAL (${query}) AS ${alias} ON TRUE`,
      spread: level.values.map(({ key, aggregate, isJson }) => ({
        key,
        aggregate,
        isJson: isJson || !embed.isToOne,
      })),
    };
  }

  #childRef(): RowRef {
    const alias = this.#next("t");
    return { alias, row: alias };
  }

  /** Like `#shownEmbed`, for a count: one row or none. */
  #countedEmbed(embed: Embed, parent: RowRef): Joined {
    const alias = this.#next("e");
    const child = this.#childRef();
    const { from, conditions } = this.#fromAndConditions(embed, parent, child.alias);
    const node = { ...forCounting(embed.node), limit: Math.min(embed.node.limit ?? 1, 1) };
    const level = this.#level(node, from, conditions, child, false);
    const query = sql`SELECT TRUE AS o ${level.body}${level.tail}`;
    const kind = embed.isInner ? sql`INNER` : sql`LEFT`;
    return {
      embed,
      alias,
      join: sql` ${kind} JOIN LATERAL (${query}) AS ${alias} ON TRUE`,
      spread: [],
    };
  }

  #fromAndConditions(
    embed: Embed,
    { alias: parentAlias, row }: RowRef,
    child: Sql,
  ): { from: Sql; conditions: readonly Sql[] } {
    const { target, junction, pairs, functionSql } = embed.relationship;
    if (functionSql !== null) return { from: sql`${functionSql}(${row})`, conditions: [] };
    if (junction === null) {
      return { from: target.sql, conditions: pairsSql(parentAlias, child, pairs) };
    }
    const joinAlias = this.#next("j");
    const conditions = [
      ...pairsSql(joinAlias, child, junction.toPairs),
      ...pairsSql(parentAlias, joinAlias, junction.fromPairs),
    ];
    return {
      from: sql`${junction.table.sql} AS ${joinAlias} CROSS JOIN ${target.sql}`,
      conditions,
    };
  }
}

/** Reduces a level for counting: its filters, and the embeds that restrict its rows. */
function forCounting(node: ReadNode): ReadNode {
  const embeds = node.embeds.filter(
    (embed) => embed.isInner || node.conditions.some((condition) => mentions(condition, embed)),
  );
  return { ...node, items: [], embeds, order: [] };
}

function mentions(condition: ReadNode["conditions"][number], embed: Embed): boolean {
  if (condition.kind === "presence") return condition.embed === embed;
  if (condition.kind === "filter") return false;
  return condition.children.some((child) => mentions(child, embed));
}

function pairsSql(origin: Sql, target: Sql, pairs: readonly ColumnPair[]): Sql[] {
  return pairs.map(({ from, to }) => sql`${target}.${to.sql} = ${origin}.${from.sql}`);
}

/** A to-one spread has no level of its own: its aggregates belong to the level above. */
function isHoisted(embed: Embed): boolean {
  return embed.isSpread && embed.isToOne;
}

function itemValues(rowRef: RowRef, item: OutputItem, joined: readonly Joined[]): OutputValue[] {
  if (item.kind === "embed") return embedValues(item.embed, joined);
  const { key } = item;
  if (item.kind === "value") {
    const { aggregate } = item;
    const field = fieldSql(rowRef, item.field);
    const value = item.cast === null ? field : sql`(${field})::${item.cast.sql}`;
    return [{ key, value, aggregate, isJson: false }];
  }
  if (item.kind === "rowCount") {
    // A row that a left join did not find is not counted.
    return [{ key, value: sql`1`, aggregate: item.aggregate, isJson: false }];
  }
  return [{ key, value: sql`pg_catalog.count(*)`, aggregate: null, isJson: false }];
}

function embedValues(embed: Embed, joined: readonly Joined[]): OutputValue[] {
  const found = joined.find((candidate) => candidate.embed === embed);
  if (embed.isHidden || found === undefined) return [];
  if (embed.isSpread) {
    return found.spread.map((output, index) => ({
      ...output,
      value: sql`${found.alias}.${numbered("v", index)}`,
    }));
  }
  const object = sql`${found.alias}.o`;
  return [
    {
      key: embed.key,
      value: embed.isToOne ? object : sql`COALESCE(${object}, '[]'::pg_catalog.json)`,
      aggregate: null,
      isJson: true,
    },
  ];
}

/** Returns the columns of a spread for the level above: `v0`, `v1`, … in the order of its keys. */
function spreadColumns(embed: Embed, level: Level): Sql[] {
  if (!embed.isSpread) return [];
  return level.values.map(({ value }, index) => sql`${value} AS ${numbered("v", index)}`);
}

function sortColumns(embed: Embed, child: RowRef): Sql[] {
  return embed.sortFields.map(
    (field, index) => sql`${fieldSql(child, field)} AS ${numbered("s", index)}`,
  );
}

/** A to-many embed is one row: the array, and for a spread one array per column. */
function aggregateSql(embed: Embed, level: Level, rows: Sql): Sql {
  const spread = embed.isSpread
    ? level.values.map((_, index) => {
        const column = numbered("v", index);
        return sql`COALESCE(pg_catalog.json_agg(x.${column}), '[]'::pg_catalog.json) AS ${column}`;
      })
    : [];
  return sql`SELECT ${listSql([sql`pg_catalog.json_agg(x.o) AS o`, ...spread])} FROM (${rows}) AS x`;
}

function rowSql(node: ReadNode, level: Level): Sql {
  if (node.isWholeRow) return sql`pg_catalog.row_to_json(${level.alias})`;
  return objectSql(level.values);
}

function objectSql(values: readonly OutputValue[]): Sql {
  const pairs = values.map(({ key, value }) => sql`${parameter(key)}, ${value}`);
  if (pairs.length <= MAX_BUILD_PAIRS) return sql`pg_catalog.json_build_object(${listSql(pairs)})`;
  const rows = values.map(
    ({ key, value }) => sql`(${parameter(key)}, pg_catalog.to_json(${value}))`,
  );
  return sql`(SELECT pg_catalog.json_object_agg(p.k, p.v) FROM (VALUES ${listSql(rows)}) AS p(k, v))`;
}

function orderSql(
  rowRef: RowRef,
  order: readonly ResolvedOrder[],
  aliasOf: (embed: Embed) => Sql,
): Sql {
  if (order.length === 0) return nothing;
  const terms = order.map(({ field, embed, isDescending, nulls }) => {
    const value =
      embed === null
        ? fieldSql(rowRef, field)
        : sql`${aliasOf(embed)}.${numbered("s", embed.sortFields.indexOf(field))}`;
    const direction = isDescending ? sql` DESC` : sql` ASC`;
    const nullsSql =
      nulls === null ? nothing : nulls === "first" ? sql` NULLS FIRST` : sql` NULLS LAST`;
    return sql`${value}${direction}${nullsSql}`;
  });
  return sql` ORDER BY ${listSql(terms)}`;
}

function windowSql(limit: number | null, offset: number): Sql {
  const limited =
    limit === null ? nothing : sql` LIMIT (${parameter(String(limit))})::pg_catalog.int8`;
  const shifted =
    offset === 0 ? nothing : sql` OFFSET (${parameter(String(offset))})::pg_catalog.int8`;
  return sql`${limited}${shifted}`;
}
