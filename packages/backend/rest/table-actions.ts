import { maxAffectedError, methodError, putKeyError, singularityError } from "./protocol/errors.ts";
import { MAX_ROWS } from "./protocol/limits.ts";
import { bodyFormat, parsePayload, type Payload } from "./grammar/payload.domain.ts";
import type { ReadNode } from "./plan/plan.domain.ts";
import {
  hasRegularExpression,
  parseQuery,
  type ParsedQuery,
} from "./grammar/query-grammar.domain.ts";
import { applyRangeHeader } from "./grammar/http-headers.domain.ts";
import { planRead } from "./plan/read-plan.domain.ts";
import { overridden } from "./response-overrides.ts";
import type { RestRequest } from "./request.ts";
import {
  changeResponse,
  insertResponse,
  pageResponse,
  planResponse,
  putResponse,
} from "./respond.ts";
import { explainStatement, runStatement, type Runner, type StatementResult } from "./run.ts";
import { tableMissingError } from "./protocol/schema-errors.ts";
import { tableHint } from "./schema/hints.domain.ts";
import type { Schema, Table } from "./schema/schema.domain.ts";
import { readStatement, writeStatement } from "./sql/statement.domain.ts";
import {
  planDelete,
  planInsert,
  planPut,
  planUpdate,
  representationNode,
  type WritePlan,
} from "./plan/write-plan.domain.ts";

/** A parsed action on a table, which runs once the schema is known. */
export type TableAction = (runner: Runner, schema: Schema) => Promise<Response>;

type ParsedWrite = {
  readonly request: RestRequest;
  readonly name: string;
  readonly query: ParsedQuery;
};

/**
 * Parses a request on a table.
 *
 * @throws RestError for every error that needs no schema.
 */
export async function parseTableAction(request: RestRequest, name: string): Promise<TableAction> {
  const { method } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && !writeMethods.has(method)) throw methodError(method);
  const query = parseQuery(request.parameters);
  if (isRead) return (runner, schema) => readTable(runner, schema, { request, name, query });
  const payload = method === "DELETE" ? noPayload : await readPayload(request);
  return (runner, schema) => writeTable(runner, schema, { request, name, query }, payload);
}

const writeMethods = new Set(["POST", "PATCH", "PUT", "DELETE"]);
const noPayload: Payload = {
  text: "[]",
  rowCount: 0,
  keys: [],
  hasEqualKeys: true,
  sharedKeys: new Set(),
};

async function readPayload(request: RestRequest): Promise<Payload> {
  const format = bodyFormat(request.contentType);
  return parsePayload(format, await request.readText());
}

function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table === undefined) throw tableMissingError(schema.name, name, tableHint(schema, name));
  return table;
}

async function readTable(
  runner: Runner,
  schema: Schema,
  { request, name, query }: ParsedWrite,
): Promise<Response> {
  const table = findTable(schema, name);
  const node = withWindow(planRead(schema, table, query), request.range);
  const { mediaType, preferences } = request;
  const statement = readStatement(node, table.sql, {
    mediaType,
    hasBody: request.method !== "HEAD",
    hasExactCount: preferences.count === "exact",
  });
  const isCostly = hasRegularExpression(query);
  const run = { isReadOnly: true, isCostly };
  if (mediaType.plan !== null) {
    const plan = await explainStatement(runner, request, statement, run, mediaType.plan);
    return planResponse(request, plan);
  }
  const plannedCount = preferences.count === "exact" ? null : preferences.count;
  const result = await runStatement(runner, request, statement, {
    ...run,
    plannedCount,
    check: ({ rows }) => checkSingle(request, rows),
  });
  const page = { offset: node.offset, csvHeader: statement.csvHeader };
  return overridden(pageResponse(request, result, page), result.overrides);
}

/** Restricts the root's rows by `limit`, `offset`, `Range` and the maximum of R-33. */
export function withWindow(node: ReadNode, range: string | undefined): ReadNode {
  const { offset, limit } = applyRangeHeader(node, range);
  return { ...node, offset, limit: Math.min(limit ?? MAX_ROWS, MAX_ROWS) };
}

async function writeTable(
  runner: Runner,
  schema: Schema,
  { request, name, query }: ParsedWrite,
  payload: Payload,
): Promise<Response> {
  const table = findTable(schema, name);
  const { method, preferences, mediaType } = request;
  const input = { table, query, preferences, payload };
  const plan = planWrite(method, input);
  const hasBody = preferences.returns === "representation";
  const node = hasBody ? representationNode(planRead(schema, table, query)) : null;
  const hasLocation = method === "POST" && preferences.returns === "headers-only";
  const statement = writeStatement(plan, node, hasLocation, {
    mediaType,
    hasBody,
    hasExactCount: false,
  });
  const run = { isReadOnly: false, isCostly: hasRegularExpression(query) };
  if (mediaType.plan !== null) {
    const explained = await explainStatement(runner, request, statement, run, mediaType.plan);
    return planResponse(request, explained);
  }
  const result = await runStatement(runner, request, statement, {
    ...run,
    plannedCount: null,
    check: (outcome) => checkWrite(request, outcome),
  });
  const respond =
    method === "POST" ? insertResponse : method === "PUT" ? putResponse : changeResponse;
  return overridden(respond(request, result, statement.csvHeader), result.overrides);
}

function planWrite(method: string, input: Parameters<typeof planInsert>[0]): WritePlan {
  switch (method) {
    case "POST":
      return planInsert(input);
    case "PATCH":
      return planUpdate(input);
    case "PUT":
      return planPut(input);
    default:
      return planDelete(input.table, input.query);
  }
}

/** Runs inside the transaction, so that an error rolls the write back. */
function checkWrite(request: RestRequest, { affected, rows }: StatementResult): void {
  const { method, preferences } = request;
  if (method === "PUT" && affected !== 1) throw putKeyError();
  checkMaxAffected(request, affected);
  if (preferences.returns === "representation") checkSingle(request, rows);
}

/** @throws RestError PGRST124 */
export function checkMaxAffected({ method, preferences }: RestRequest, affected: number): void {
  const { handling, maxAffected } = preferences;
  if (handling !== "strict" || maxAffected === null || method === "PUT") return;
  if (affected > maxAffected) throw maxAffectedError(affected);
}

/**
 * @throws RestError PGRST116 when one object was requested and the result is not exactly one row.
 */
export function checkSingle({ mediaType }: RestRequest, rows: number): void {
  if (mediaType.shape === "object" && rows !== 1) throw singularityError(rows);
}
