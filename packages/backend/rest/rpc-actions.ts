import { type CallPlan, planGetCall, planPostCall } from "./plan/call-plan.domain.ts";
import { maxAffectedRpcError, rpcMethodError } from "./protocol/errors.ts";
import type { ReadNode } from "./plan/plan.domain.ts";
import {
  hasRegularExpression,
  parseQuery,
  splitArguments,
} from "./grammar/query-grammar.domain.ts";
import { planRead } from "./plan/read-plan.domain.ts";
import { overridden } from "./response-overrides.ts";
import type { RestRequest } from "./request.ts";
import { pageResponse, planResponse, voidResponse } from "./respond.ts";
import { explainStatement, runStatement, type Runner } from "./run.ts";
import type { Schema } from "./schema/schema.domain.ts";
import { callStatement } from "./sql/statement.domain.ts";
import { checkMaxAffected, checkSingle, withWindow, type TableAction } from "./table-actions.ts";

type Parameters = readonly (readonly [string, string])[];

/**
 * Parses a call of a function.
 *
 * @throws RestError PGRST101 for a method that cannot call.
 */
export async function parseRpcAction(request: RestRequest, name: string): Promise<TableAction> {
  const { method, parameters } = request;
  if (method === "GET" || method === "HEAD") {
    const { query, args } = splitArguments(parameters);
    return (runner, schema) => {
      const plan = planGetCall(schema, name, args);
      return callRoutine(runner, schema, request, plan, query);
    };
  }
  if (method !== "POST") throw rpcMethodError(method);
  const bytes = Buffer.from(await request.readBytes());
  const text = await request.readText();
  const body = { text: () => text, hex: () => bytes.toString("hex") };
  return (runner, schema) => {
    const plan = planPostCall(schema, name, request.contentType, body);
    return callRoutine(runner, schema, request, plan, parameters);
  };
}

async function callRoutine(
  runner: Runner,
  schema: Schema,
  request: RestRequest,
  plan: CallPlan,
  parameters: Parameters,
): Promise<Response> {
  const { method, preferences, mediaType } = request;
  const { result: shape, isVolatile } = plan.routine;
  const isSet = shape.kind !== "void" && shape.isSet;
  const isLimited = preferences.handling === "strict" && preferences.maxAffected !== null;
  if (isLimited && !isSet) throw maxAffectedRpcError();
  const query = parseQuery(parameters);
  const node: ReadNode | null =
    shape.kind === "rows" ? withWindow(planRead(schema, shape.source, query), request.range) : null;
  const hasBody = method !== "HEAD" && shape.kind !== "void" && preferences.returns !== "minimal";
  const statement = callStatement(plan, node, {
    mediaType,
    hasBody,
    hasExactCount: preferences.count !== null,
  });
  const run = {
    isCostly: hasRegularExpression(query),
    isReadOnly: method !== "POST" || !isVolatile,
  };
  if (mediaType.plan !== null) {
    const explained = await explainStatement(runner, request, statement, run, mediaType.plan);
    return planResponse(request, explained);
  }
  const result = await runStatement(runner, request, statement, {
    ...run,
    plannedCount: null,
    check: ({ rows }) => {
      checkMaxAffected(request, rows);
      if (isSet) checkSingle(request, rows);
    },
  });
  const page = { offset: node?.offset ?? 0, csvHeader: statement.csvHeader };
  const response =
    shape.kind === "void" ? voidResponse(request) : pageResponse(request, result, page);
  return overridden(response, result.overrides);
}
