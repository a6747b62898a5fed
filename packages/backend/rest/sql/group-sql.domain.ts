import type { Aggregate } from "#backend/rest/plan/plan.domain.ts";
import {
  joinSql,
  listSql,
  nothing,
  numbered,
  sql,
  type Sql,
} from "#backend/rest/protocol/sql.domain.ts";

/** A key of the result with its expression. */
export type OutputValue = {
  readonly key: string;
  readonly value: Sql;
  /** Null for a value that groups rows. */
  readonly aggregate: Aggregate | null;
  /** JSON has no equality, so it is grouped by its text. */
  readonly isJson: boolean;
};

/** The parts of one level's SELECT without its select list. */
export type Level = {
  readonly alias: Sql;
  readonly values: readonly OutputValue[];
  /** `FROM … WHERE …` */
  readonly body: Sql;
  /** `ORDER BY … LIMIT … OFFSET …` */
  readonly tail: Sql;
};

const functions = {
  sum: sql`pg_catalog.sum`,
  avg: sql`pg_catalog.avg`,
  min: sql`pg_catalog.min`,
  max: sql`pg_catalog.max`,
  count: sql`pg_catalog.count`,
} as const;

export function isGrouped({ values }: Pick<Level, "values">): boolean {
  return values.some(({ aggregate }) => aggregate !== null);
}

/**
 * Groups the rows of a level; without aggregates it stays unchanged. GROUP BY uses column
 * positions, because a parameter in a JSON path makes two equal expressions different.
 *
 * @param alias a fresh name for the groups.
 */
export function groupedLevel(level: Level, alias: Sql): Level {
  if (!isGrouped(level)) return level;
  const columns = level.values.map(
    (output, index) => sql`${groupValue(output)} AS ${numbered("v", index)}`,
  );
  const positions = level.values.flatMap(({ aggregate }, index) =>
    aggregate === null ? [numbered("", index + 1)] : [],
  );
  const groups = positions.length === 0 ? nothing : sql` GROUP BY ${joinSql(positions, sql`, `)}`;
  const inner = sql`SELECT ${listSql(columns)} ${level.body}${groups}${level.tail}`;
  return {
    alias,
    values: level.values.map(({ key, isJson }, index) => {
      const value = sql`${alias}.${numbered("v", index)}`;
      const shown = isJson ? sql`(${value})::pg_catalog.json` : value;
      return { key, value: shown, aggregate: null, isJson };
    }),
    body: sql`FROM (${inner}) AS ${alias}`,
    tail: nothing,
  };
}

function groupValue({ value, aggregate, isJson }: OutputValue): Sql {
  if (aggregate === null) return isJson ? sql`(${value})::pg_catalog.text` : value;
  const made = sql`${functions[aggregate.name]}(${value})`;
  return aggregate.cast === null ? made : sql`(${made})::${aggregate.cast.sql}`;
}
