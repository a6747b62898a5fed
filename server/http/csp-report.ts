import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import type { Logger } from "#server/kit/log.ts";
import { MINUTE_MS, isWithin } from "#server/kit/durations.ts";

const MAX_BODY_BYTES = 16 * 1024;
/** Further reports within the window are dropped, so that nobody can fill the log. */
const MAX_REPORTS = 20;
const WINDOW_MS = MINUTE_MS;

const reportsSchema = z.array(
  z.object({
    type: z.literal("csp-violation"),
    body: z.object({
      effectiveDirective: z.string().max(100),
      blockedURL: z.string().optional(),
      documentURL: z.string().optional(),
    }),
  }),
);

/** Takes reports of content policy violations and logs which directive was hit on which page. */
export function createCspReport({ log, now }: { log: Logger; now: () => number }): Hono {
  let windowStartMs = 0;
  let count = 0;

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (context) => context.body(null, 413),
  });
  return new Hono().post("/csp-report", limit, async (context) => {
    if (!isWithin(WINDOW_MS, windowStartMs, now())) {
      windowStartMs = now();
      count = 0;
    }
    if (count >= MAX_REPORTS) return context.body(null, 429, { "retry-after": "60" });
    const reports = reportsSchema.safeParse(await context.req.json().catch(() => null));
    if (!reports.success) return context.body(null, 400);
    for (const { body } of reports.data) {
      count++;
      log.warn({
        event: "csp_violation",
        directive: body.effectiveDirective,
        blocked: pathOf(body.blockedURL),
        page: pathOf(body.documentURL),
      });
    }
    return context.body(null, 204);
  });
}

/** An address without query and fragment, which may hold personal things. */
function pathOf(url: string | undefined): string {
  return (url ?? "").split(/[?#]/)[0]?.slice(0, 200) ?? "";
}
