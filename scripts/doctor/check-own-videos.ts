import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { openS3Client, type S3Settings } from "@reign-tv/kit/s3/s3-client.ts";
import type { CheckResult } from "@reign-tv/operations/doctor/check-result.ts";
import { isWhole, listObjects, readManifest } from "#server/own-videos/stored-objects.ts";

const topic = "own videos";
const PAGE_ROWS = 1_000;
const LIMITS = { responseTimeoutMs: 20_000, retries: 2 } as const;

const rowsSchema = v.array(
  v.object({
    id: v.string(),
    deleted_at: v.nullable(v.string()),
    stored_revision: v.nullable(v.number()),
  }),
);
type Row = v.InferOutput<typeof rowsSchema>[number];

/**
 * Compares the rows of own videos with their objects in the S3 store.
 *
 * @param client with the server's secret key.
 * @throws Error when the rows or the store cannot be read.
 */
export async function checkOwnVideos(
  client: SupabaseClient,
  s3: S3Settings | null,
): Promise<CheckResult[]> {
  const rows = await readRows(client);
  const copied = rows.filter((row) => row.stored_revision !== null);
  const kept = copied.filter((row) => row.deleted_at === null);
  const deleted = copied.filter((row) => row.deleted_at !== null).map(({ id }) => id);
  const found = s3 === null ? { incomplete: [], unknown: [] } : await compare(s3, rows, kept);
  const results = [
    result(
      "problem",
      found.incomplete,
      "the store lacks files of own videos that it should have whole",
      "Restart the server that has their files: it uploads what is missing. If its disk is lost too, bring back a backup that has own videos, or upload the films again.",
    ),
    result(
      "look",
      found.unknown,
      "the store has files of own videos that are not in the database",
      "They were deleted while S3_* was unset, or were added after the backup that was restored. Delete these folders below own-videos/ at the provider.",
    ),
    result(
      "look",
      deleted,
      "deleted own videos still have files in the store",
      s3 === null
        ? "Set S3_* again and start the server, which deletes them."
        : "The server tries again every few minutes; see the line of the store.",
    ),
  ].filter((one) => one !== null);
  if (results.length > 0 || s3 === null) return results;
  return [
    { topic, status: "ok", text: `${kept.length} own video(s) have whole copies in the store` },
  ];
}

/** Ids of videos whose objects are not all there, and of objects without a row. */
async function compare(settings: S3Settings, rows: readonly Row[], kept: readonly Row[]) {
  const store = openS3Client(settings, LIMITS);
  const objects = await listObjects(store, null);
  const incomplete: string[] = [];
  for (const { id } of kept) {
    const manifest = await readManifest(store, id, AbortSignal.timeout(MINUTE_MS));
    const sizes = objects.get(id) ?? new Map<string, number>();
    if (manifest === null || !isWhole(manifest, sizes)) incomplete.push(id);
  }
  const known = new Set(rows.map(({ id }) => id));
  return { incomplete, unknown: [...objects.keys()].filter((id) => !known.has(id)) };
}

function result(
  status: CheckResult["status"],
  ids: readonly string[],
  text: string,
  hint: string,
): CheckResult | null {
  if (ids.length === 0) return null;
  return { topic, status, text: `${text}: ${ids.join(", ")}`, hint };
}

async function readRows(client: SupabaseClient): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let isLast = false; !isLast;) {
    const { data } = await client
      .from("own_videos")
      .select("id, deleted_at, stored_revision")
      .order("id")
      .range(rows.length, rows.length + PAGE_ROWS - 1)
      .throwOnError();
    const page = v.parse(rowsSchema, data);
    rows.push(...page);
    isLast = page.length < PAGE_ROWS;
  }
  return rows;
}
