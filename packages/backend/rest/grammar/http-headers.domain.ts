import { parseAcceptHeader, type AcceptEntry } from "@reign-tv/kit/http/content-negotiation.ts";
import { rangeError } from "#backend/rest/protocol/errors.ts";

/** The shape of a response body. */
export type MediaType = {
  readonly shape: "array" | "object" | "csv";
  readonly isNullStripped: boolean;
  readonly contentType: string;
  /** The client requests the execution plan instead of the rows. */
  readonly plan: PlanOptions | null;
};

/** Options of EXPLAIN. */
export type PlanOptions = {
  readonly format: "text" | "json";
  readonly options: readonly PlanOption[];
};

const planOptions = ["analyze", "verbose", "settings", "buffers", "wal"] as const;
export type PlanOption = (typeof planOptions)[number];

const CHARSET = "; charset=utf-8";

const json = mediaType("array", false, "application/json");
const byName = new Map<string, MediaType>([
  ["*/*", json],
  ["application/*", json],
  ["application/json", json],
  ["application/vnd.pgrst.array", mediaType("array", false, "application/vnd.pgrst.array+json")],
  ["application/vnd.pgrst.object", mediaType("object", false, "application/vnd.pgrst.object+json")],
  ["text/csv", mediaType("csv", false, "text/csv")],
]);

const strippedByName = new Map<string, MediaType>([
  [
    "application/vnd.pgrst.array",
    mediaType("array", true, "application/vnd.pgrst.array+json;nulls=stripped"),
  ],
  [
    "application/vnd.pgrst.object",
    mediaType("object", true, "application/vnd.pgrst.object+json;nulls=stripped"),
  ],
]);

function mediaType(shape: MediaType["shape"], isNullStripped: boolean, name: string): MediaType {
  return { shape, isNullStripped, contentType: `${name}${CHARSET}`, plan: null };
}

/**
 * Negotiates the media type from `Accept`: highest weight first, then header order.
 *
 * @param offersPlans true when plans are enabled.
 * @returns null when no accepted type can be produced (PGRST107).
 */
export function negotiateMediaType(
  accept: string | undefined,
  offersPlans: boolean,
): MediaType | null {
  if (accept === undefined || accept.trim() === "") return json;
  for (const accepted of parseAcceptHeader(accept)) {
    const found = planOf(accepted, offersPlans) ?? mediaTypeOf(accepted);
    if (found !== undefined) return found;
  }
  return null;
}

function mediaTypeOf({ name, parameters }: AcceptEntry): MediaType | undefined {
  if (!name.startsWith("application/vnd.pgrst.")) return byName.get(name);
  const table = parameters.includes("nulls=stripped") ? strippedByName : byName;
  return table.get(name.replace(/\+json$/, ""));
}

/** Parses `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose`. */
function planOf({ name, parameters }: AcceptEntry, offersPlans: boolean): MediaType | undefined {
  const match = /^application\/vnd\.pgrst\.plan(?:\+(text|json))?$/.exec(name);
  if (match === null || !offersPlans) return undefined;
  const wanted = valueOf(parameters, "for")?.replaceAll('"', "") ?? "application/json";
  const planned = mediaTypeOf({ name: wanted, parameters: [] });
  if (planned === undefined) return undefined;
  const format = match[1] === "json" ? "json" : "text";
  const requested = valueOf(parameters, "options")?.split("|") ?? [];
  const options = planOptions.filter((option) => requested.includes(option));
  const planning = planned.contentType.slice(0, -CHARSET.length);
  const optionsText = options.length === 0 ? "" : `; options=${options.join("|")}`;
  const contentType = `application/vnd.pgrst.plan+${format}; for="${planning}"${optionsText}${CHARSET}`;
  return { ...planned, contentType, plan: { format, options } };
}

function valueOf(parameters: readonly string[], name: string): string | undefined {
  return parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The requested rows; `limit` null means the maximum of R-33. */
export type RowWindow = { readonly offset: number; readonly limit: number | null };

/**
 * Restricts the window of `limit` and `offset` to a `Range: 0-14` header.
 *
 * @throws RestError PGRST103 when the header's end precedes its start.
 */
export function applyRangeHeader(window: RowWindow, header: string | undefined): RowWindow {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? "");
  if (match === null) return window;
  const from = Number(match[1]);
  const to = match[2] === undefined ? null : Number(match[2]);
  if (to !== null && to < from) {
    throw rangeError(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  }
  const offset = Math.max(window.offset, from);
  const ends = [
    ...(to === null ? [] : [to + 1]),
    ...(window.limit === null ? [] : [window.offset + window.limit]),
  ];
  return { offset, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset) };
}

/** Formats `Content-Range` of a page: `0-14/100`, `0-14/*`, and `*` for an empty window. */
export function contentRange(offset: number, rowCount: number, total: number | null): string {
  const window = rowCount === 0 ? "*" : `${offset}-${offset + rowCount - 1}`;
  return `${window}/${total ?? "*"}`;
}

/**
 * Returns 206 for a page that is known to be partial, otherwise 200.
 *
 * @throws RestError PGRST103 when the page starts after the last row.
 */
export function pageStatus(offset: number, rowCount: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) {
    throw rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  return rowCount < total ? 206 : 200;
}
