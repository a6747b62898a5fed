import { Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { FILE_FACTS_PATH, type FileFacts } from "#shared/studio/file-facts.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import type { StaffCheck } from "./staff-caller.ts";

/** Whoever may change some of it sees what the file says of it. */
const READERS: readonly Permission[] = ["schedule", "settings", "videos", "announce"];

/**
 * `GET /api/studio/file` (`FileFacts`): what `ministry.json` says, whatever was published over it. 401
 * without a token, 403 for others, 503 while the backend cannot say who asks. Nobody keeps it.
 */
export function createFileFacts(needs: { file: Ministry; check: StaffCheck }): Hono {
  const { channels: _, ...facts } = needs.file;
  const answer: FileFacts = facts;
  return new Hono().get(FILE_FACTS_PATH, async (context) => {
    context.header("cache-control", CACHE.none);
    const authorization = context.req.header("authorization");
    const verdict = await verdictOf(authorization, needs.check).catch(() => 503 as const);
    return verdict === "may" ? context.json(answer) : context.json({ error: "refused" }, verdict);
  });
}

async function verdictOf(
  authorization: string | undefined,
  check: StaffCheck,
): ReturnType<StaffCheck> {
  const verdicts = await Promise.all(READERS.map((one) => check(authorization, one)));
  return verdicts.find((verdict) => verdict === "may") ?? verdicts[0] ?? 403;
}
