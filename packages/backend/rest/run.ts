import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { SEARCH_PATH, type Database } from "#backend/database/database.ts";
import { costlyTimeoutError, isStatementTimeout } from "./protocol/postgres-errors.ts";
import type { PlanOptions } from "./grammar/http-headers.domain.ts";
import { MAX_ROWS } from "./protocol/limits.ts";
import type { ResponseOverrides } from "./response-overrides.ts";
import type { RestRequest } from "./request.ts";
import { listSql, renderSql, sql, type Sql } from "./protocol/sql.domain.ts";
import type { Statement } from "./sql/statement.domain.ts";

/**
 * Selects statements to prepare. PostgreSQL keeps a prepared statement for the connection's
 * lifetime, and clients can send any number of different ones: only repeated texts are prepared, up
 * to a limit.
 */
export type PreparedStatements = {
  /** Returns true to prepare this text now; counts the call. */
  shouldPrepare(text: string): boolean;
};

const MAX_PREPARED = 200;
const MAX_CANDIDATES = 500;
/** The third use prepares a text. */
const USES_BEFORE_PREPARING = 2;
/** Longer texts are rarely repeated and expensive to keep. */
const MAX_TEXT_LENGTH = 8_000;

export function createPreparedStatements(): PreparedStatements {
  const prepared = new Set<string>();
  const candidates = createBoundedMap<string, number>(MAX_CANDIDATES);
  return {
    shouldPrepare(text) {
      if (prepared.has(text)) return true;
      if (prepared.size >= MAX_PREPARED || text.length > MAX_TEXT_LENGTH) return false;
      const uses = (candidates.get(text) ?? 0) + 1;
      if (uses > USES_BEFORE_PREPARING) {
        candidates.delete(text);
        prepared.add(text);
        return true;
      }
      candidates.set(text, uses);
      return false;
    },
  };
}

/** Result of a statement; null for a column that it lacks. */
export type StatementResult = {
  readonly body: string | null;
  readonly rows: number;
  readonly total: number | null;
  readonly affected: number;
  readonly inserted: number;
  readonly location: string | null;
  readonly overrides: ResponseOverrides;
};

export type Runner = { readonly database: Database; readonly prepared: PreparedStatements };

type RunOptions = {
  readonly isReadOnly: boolean;
  /** The query has a regular expression, which may run for any time. */
  readonly isCostly: boolean;
  /** Estimates the count with the planner; `estimated` counts small results exactly. */
  readonly plannedCount: "planned" | "estimated" | null;
  /** Checks the result inside the transaction; an error rolls the changes back. */
  readonly check: (result: StatementResult) => void;
};

const resultRows = v.strictTuple([
  v.object({
    body: v.nullable(v.string()),
    rows: v.number(),
    total: v.nullish(v.pipe(v.unknown(), v.toNumber())),
    affected: v.nullish(v.number()),
    inserted: v.nullish(v.string()),
    location: v.nullish(v.string()),
    status: v.nullable(v.string()),
    headers: v.nullable(v.string()),
  }),
]);
const planRows = v.strictTuple([
  v.object({
    "QUERY PLAN": v.strictTuple([v.object({ Plan: v.object({ "Plan Rows": v.number() }) })]),
  }),
]);
const explainRows = v.array(v.object({ "QUERY PLAN": v.unknown() }));
const countRows = v.strictTuple([v.object({ total: v.pipe(v.unknown(), v.toNumber()) })]);

/**
 * Runs one statement as the caller in one transaction.
 *
 * @throws RestError 57014 with 500 when a costly statement timed out, because a retry would not
 * help.
 */
export async function runStatement(
  runner: Runner,
  request: RestRequest,
  statement: Statement,
  options: RunOptions,
): Promise<StatementResult> {
  return inTransaction(runner, request, options, (transaction) =>
    runInside(transaction, { runner, request, statement, options }),
  );
}

/**
 * Runs EXPLAIN on a statement, with `analyze` also the statement.
 *
 * @returns the lines of the plan, or its JSON as text.
 */
export async function explainStatement(
  runner: Runner,
  request: RestRequest,
  statement: Statement,
  options: Pick<RunOptions, "isReadOnly" | "isCostly">,
  { format, options: planOptions }: PlanOptions,
): Promise<string> {
  const keywords = planOptions.map((option) => explainKeywords[option]);
  const explain = sql`EXPLAIN (${listSql([...keywords, explainFormats[format]])}) ${statement.sql}`;
  return inTransaction(runner, request, options, async (transaction) => {
    const rows = v.parse(explainRows, await send(runner, transaction, explain));
    const lines = rows.map((row) => row["QUERY PLAN"]);
    return format === "json" ? JSON.stringify(lines[0]) : lines.join("\n");
  });
}

const explainFormats = { text: sql`FORMAT TEXT`, json: sql`FORMAT JSON` } as const;
const explainKeywords = {
  analyze: sql`ANALYZE TRUE`,
  verbose: sql`VERBOSE TRUE`,
  settings: sql`SETTINGS TRUE`,
  buffers: sql`BUFFERS TRUE`,
  wal: sql`WAL TRUE`,
} as const;

async function inTransaction<T>(
  runner: Runner,
  request: RestRequest,
  { isReadOnly, isCostly }: Pick<RunOptions, "isReadOnly" | "isCostly">,
  work: (transaction: TransactionSql) => Promise<T>,
): Promise<T> {
  const { caller, clientAddress, method, path, headers, schema } = request;
  const entry = {
    caller,
    clientAddress,
    method,
    path,
    headers,
    isReadOnly,
    isCostly,
    searchPath: [...new Set([schema, ...SEARCH_PATH])],
  };
  try {
    return await runner.database.asCaller(entry, work);
  } catch (error) {
    if (isCostly && isStatementTimeout(error)) throw costlyTimeoutError();
    throw error;
  }
}

type Run = {
  readonly runner: Runner;
  readonly request: RestRequest;
  readonly statement: Statement;
  readonly options: RunOptions;
};

async function runInside(
  transaction: TransactionSql,
  { runner, request, statement, options }: Run,
): Promise<StatementResult> {
  const { preferences } = request;
  const { plannedCount, check } = options;

  if (preferences.timeZone !== null) await setTimeZone(transaction, preferences.timeZone);
  const rows = await send(runner, transaction, statement.sql);
  const [row] = v.parse(resultRows, rows);
  const total =
    plannedCount === null || statement.countable === null
      ? (row.total ?? null)
      : await countPlanned(runner, transaction, statement.countable, plannedCount);
  const result: StatementResult = {
    body: row.body,
    rows: row.rows,
    total,
    affected: row.affected ?? 0,
    inserted: Number(row.inserted ?? 0),
    location: row.location ?? null,
    overrides: { status: row.status, headers: row.headers },
  };
  check(result);
  return result;
}

async function send(
  { prepared }: Runner,
  transaction: TransactionSql,
  fragment: Sql,
): Promise<unknown[]> {
  const { text, parameters } = renderSql(fragment);
  const prepare = prepared.shouldPrepare(text);
  return [...(await transaction.unsafe(text, [...parameters], { prepare }))];
}

async function setTimeZone(transaction: TransactionSql, timeZone: string): Promise<void> {
  await transaction`select set_config('timezone', ${timeZone}, true)`;
}

/**
 * Returns the planner's estimate; below R-33's row limit an estimate is replaced by the exact
 * count.
 */
async function countPlanned(
  runner: Runner,
  transaction: TransactionSql,
  countable: Sql,
  kind: "planned" | "estimated",
): Promise<number> {
  const rows = await send(runner, transaction, sql`EXPLAIN (FORMAT JSON) ${countable}`);
  const [row] = v.parse(planRows, rows);
  const planned = row["QUERY PLAN"][0].Plan["Plan Rows"];
  if (kind === "planned" || planned > MAX_ROWS) return planned;
  const exact = await send(
    runner,
    transaction,
    sql`SELECT pg_catalog.count(*) AS total FROM (${countable}) AS c`,
  );
  return v.parse(countRows, exact)[0].total;
}
