import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type ApiResult, answerOf, assertAnswered } from "#web/features/studio/kit/result.ts";
import type { OpenClient } from "#web/features/studio/kit/documents.data.ts";

const COLUMNS = "id,at,actor_name,action,subject,summary";
export const LINES_PER_PAGE = 50;
/** As many as one answer of the database brings at most. */
const EXPORTED_AT_ONCE = 1_000;
/** What a spreadsheet on a phone still opens. */
const EXPORTED_LINES = 20_000;

const linesSchema = z.array(
  z
    .object({
      id: z.number(),
      at: z.string(),
      actor_name: z.string().nullable(),
      action: z.string(),
      subject: z.string(),
      summary: z.string(),
    })
    .transform(({ actor_name: actorName, ...line }) => ({ ...line, actorName })),
);

/** One act: "AREA.ACT", to what, by whom. */
export type LogLine = z.infer<typeof linesSchema>[number];

/** A page of the log, and whether there are older lines. */
export type LogPart = { lines: LogLine[]; hasOlder: boolean };

type LogKey = ["studio", "log", string, number];

/**
 * Lines of the log that one may see, the newest first.
 *
 * @param area first part of the action; "" for all.
 * @param page from 0.
 */
export function logQuery(
  open: OpenClient,
  area: string,
  page: number,
): UseQueryOptions<LogPart, Error, LogPart, LogKey> {
  const queryKey: LogKey = ["studio", "log", area, page];
  return queryOptions({
    queryKey,
    async queryFn({ signal }) {
      const from = page * LINES_PER_PAGE;
      // One more than is shown tells whether there is an older page.
      const answer = await linesOf(open, area)
        .range(from, from + LINES_PER_PAGE)
        .abortSignal(signal)
        .retry(false);
      assertAnswered(answer);
      const found = linesSchema.parse(answer.data);
      return { lines: found.slice(0, LINES_PER_PAGE), hasOlder: found.length > LINES_PER_PAGE };
    },
  });
}

/** All lines that one may see, for a file; the newest 20,000. */
export async function readWholeLog(open: OpenClient, area: string): Promise<ApiResult<LogLine[]>> {
  const all: LogLine[] = [];
  for (let from = 0; from < EXPORTED_LINES; from += EXPORTED_AT_ONCE) {
    const answer = await linesOf(open, area).range(from, from + EXPORTED_AT_ONCE - 1);
    const read = answerOf(answer, () => linesSchema.parse(answer.data));
    if (!read.ok) return read;
    all.push(...read.value);
    if (read.value.length < EXPORTED_AT_ONCE) break;
  }
  return { ok: true, value: all };
}

function linesOf(open: OpenClient, area: string) {
  const all = open().from("audit_log").select(COLUMNS);
  return (area === "" ? all : all.like("action", `${area}.%`)).order("id", { ascending: false });
}
