import * as v from "valibot";
import { writeCsv } from "./grammar/payload.domain.ts";
import { appliedPreferences } from "./grammar/preferences.domain.ts";
import { contentRange, pageStatus } from "./grammar/http-headers.domain.ts";
import type { RestRequest } from "./request.ts";
import type { StatementResult } from "./run.ts";
import type { RestError } from "./protocol/errors.ts";

type CsvHeader = readonly string[] | null;

const csvRows = v.array(v.array(v.nullable(v.string())));
const locationKey = v.record(v.string(), v.nullable(v.string()));

/** Responds to GET and HEAD of a table, and to a call with a result. */
export function pageResponse(
  request: RestRequest,
  result: StatementResult,
  page: { readonly offset: number; readonly csvHeader: CsvHeader },
): Response {
  const { offset } = page;
  const end = result.rows === 0 ? 0 : offset + result.rows;
  // The planner's estimate may be below the rows already returned.
  const total = result.total === null ? null : Math.max(result.total, end);
  const status = pageStatus(offset, result.rows, total);
  const headers = bodyHeaders(request);
  headers.set("content-range", contentRange(offset, result.rows, total));
  setApplied(headers, request, ["count", "handling", "timeZone", "maxAffected"]);
  const body = request.method === "HEAD" ? null : bodyText(result, page.csvHeader);
  return new Response(body, { status, headers });
}

/** Responds to a call without a result. */
export function voidResponse(request: RestRequest): Response {
  const headers = new Headers({ "content-range": "0-0/*" });
  setApplied(headers, request, ["count", "handling", "timeZone", "maxAffected"]);
  return new Response(null, { status: 204, headers });
}

/** Responds to POST: 201, or 200 for an upsert that only updated rows. */
export function insertResponse(
  request: RestRequest,
  result: StatementResult,
  csvHeader: CsvHeader,
): Response {
  const { preferences } = request;
  const isMerge = preferences.resolution === "merge-duplicates";
  const hasOnlyMerged = isMerge && result.affected > 0 && result.inserted === 0;
  const headers = preferences.returns === "representation" ? bodyHeaders(request) : new Headers();
  headers.set("content-range", `*/${countOf(request, result)}`);
  if (result.location !== null) headers.set("location", locationOf(request, result.location));
  setApplied(headers, request, [
    "resolution",
    "missing",
    "returns",
    "count",
    "handling",
    "timeZone",
  ]);
  const status = hasOnlyMerged ? 200 : 201;
  return new Response(bodyText(result, csvHeader), { status, headers });
}

/** Responds to PATCH and DELETE: 204, or 200 with the rows. */
export function changeResponse(
  request: RestRequest,
  result: StatementResult,
  csvHeader: CsvHeader,
): Response {
  const hasBody = request.preferences.returns === "representation";
  const headers = hasBody ? bodyHeaders(request) : new Headers();
  const hasWindow = request.method === "PATCH" && result.affected > 0;
  const window = hasWindow ? `0-${result.affected - 1}` : "*";
  headers.set("content-range", `${window}/${countOf(request, result)}`);
  setApplied(headers, request, [
    "missing",
    "returns",
    "count",
    "handling",
    "timeZone",
    "maxAffected",
  ]);
  return new Response(bodyText(result, csvHeader), { status: hasBody ? 200 : 204, headers });
}

/** Responds to PUT: 204, or with the row 201 when new and 200 when replaced. */
export function putResponse(
  request: RestRequest,
  result: StatementResult,
  csvHeader: CsvHeader,
): Response {
  const hasBody = request.preferences.returns === "representation";
  const headers = hasBody ? bodyHeaders(request) : new Headers();
  setApplied(headers, request, ["returns", "count", "handling", "timeZone"]);
  const status = hasBody ? (result.inserted > 0 ? 201 : 200) : 204;
  return new Response(bodyText(result, csvHeader), { status, headers });
}

/** Responds with an execution plan. */
export function planResponse(request: RestRequest, plan: string): Response {
  const body = request.method === "HEAD" ? null : plan;
  return new Response(body, { status: 200, headers: bodyHeaders(request) });
}

/** Responds with an error. */
export function errorResponse(error: RestError, method: string): Response {
  const headers = new Headers(error.headers);
  headers.set("content-type", "application/json; charset=utf-8");
  headers.set("cache-control", "no-store");
  const body = method === "HEAD" ? null : JSON.stringify(error.toBody());
  return new Response(body, { status: error.status, headers });
}

function bodyHeaders(request: RestRequest): Headers {
  const headers = new Headers({ "content-type": request.mediaType.contentType });
  if (request.namesSchema) headers.set("content-profile", request.schema);
  return headers;
}

function bodyText(result: StatementResult, csvHeader: CsvHeader): string | null {
  if (result.body === null || csvHeader === null) return result.body;
  return writeCsv(csvHeader, v.parse(csvRows, JSON.parse(result.body)));
}

function countOf({ preferences }: RestRequest, result: StatementResult): string {
  return preferences.count === null ? "*" : String(result.affected);
}

/** Returns `/table?id=eq.1`, relative to the service's root as in PostgREST. */
function locationOf(request: RestRequest, location: string): string {
  const key = Object.entries(v.parse(locationKey, JSON.parse(location)));
  const query = key.map(([name, value]) => {
    const test = value === null ? "is.null" : `eq.${value}`;
    return `${encodeURIComponent(name)}=${encodeURIComponent(test)}`;
  });
  return `${request.path}?${query.join("&")}`;
}

function setApplied(
  headers: Headers,
  request: RestRequest,
  names: Parameters<typeof appliedPreferences>[1],
): void {
  const applied = appliedPreferences(request.preferences, names);
  if (applied !== null) headers.set("preference-applied", applied);
}
