import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { type ApiResult, toApiResult, assertSucceeded } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const COLUMNS = "id,at,actor_name,action,subject,summary";
const LINES_PER_PAGE = 50;
/** Maximum of rows in one response of the database. */
const EXPORT_PAGE_SIZE = 1_000;
/** Maximum that a spreadsheet on a phone opens. */
const MAX_EXPORTED_LINES = 20_000;

const linesSchema = v.array(
  v.pipe(
    v.object({
      id: v.number(),
      at: v.string(),
      actor_name: v.nullable(v.string()),
      action: v.string(),
      subject: v.string(),
      summary: v.string(),
    }),
    v.transform(({ actor_name: actorName, ...line }) => ({ ...line, actorName })),
  ),
);

/** Entry of the log: the action "AREA.ACTION", its target and its actor. */
export type LogLine = v.InferOutput<typeof linesSchema>[number];

/** Page of the log, and whether older lines exist. */
export type LogPart = { lines: LogLine[]; hasOlder: boolean };

/**
 * Query of the log lines that the user may see, newest first.
 * @param area first part of the action; "" for all.
 * @param page from 0.
 */
export function logQuery(open: OpenClient, area: string, page: number): UseQueryOptions<LogPart> {
  return {
    queryKey: ["studio", "log", area, page],
    async queryFn({ signal }) {
      const from = page * LINES_PER_PAGE;
      // Requests one line more than is shown, to know whether an older page exists.
      const result = await linesOf(open, area)
        .range(from, from + LINES_PER_PAGE)
        .abortSignal(signal)
        .retry(false);
      assertSucceeded(result);
      const found = v.parse(linesSchema, result.data);
      return { lines: found.slice(0, LINES_PER_PAGE), hasOlder: found.length > LINES_PER_PAGE };
    },
  };
}

/** Fetches all lines that the user may see, up to the newest 20,000. */
export async function readWholeLog(open: OpenClient, area: string): Promise<ApiResult<LogLine[]>> {
  const all: LogLine[] = [];
  for (let from = 0; from < MAX_EXPORTED_LINES; from += EXPORT_PAGE_SIZE) {
    const result = await linesOf(open, area).range(from, from + EXPORT_PAGE_SIZE - 1);
    const read = toApiResult(result, () => v.parse(linesSchema, result.data));
    if (!read.ok) return read;
    all.push(...read.value);
    if (read.value.length < EXPORT_PAGE_SIZE) break;
  }
  return { ok: true, value: all };
}

function linesOf(open: OpenClient, area: string) {
  const all = open().from("audit_log").select(COLUMNS);
  return (area === "" ? all : all.like("action", `${area}.%`)).order("id", { ascending: false });
}
