import { openAsBlob } from "node:fs";
import type { SupabaseClient } from "@supabase/supabase-js";
import pLimit from "p-limit";
import { type Row, rowSchema } from "#operations/transfer/export-format.ts";
import * as v from "valibot";
import type { ImportReport } from "./import-report.ts";
import { objectPath, type OpenExport, tableLines } from "./read-export.ts";
import { withRetries } from "./with-retries.ts";

const BUCKETS = "storage.buckets";
const OBJECTS = "storage.objects";
const CALLS_AT_ONCE = 4;
/** Files per batch of the list. */
const BATCH_FILES = 200;

type FileReport = ImportReport["files"] & { readonly notDone: readonly string[] };

/** Creates missing buckets and uploads missing files; existing ones stay unchanged. */
export async function importFiles(
  from: OpenExport,
  client: SupabaseClient,
  wait: (ms: number) => Promise<void>,
): Promise<FileReport> {
  const notDone = await makeBuckets(from, client, wait);
  const limit = pLimit(CALLS_AT_ONCE);
  let [added, present] = [0, 0];
  const uploadMissing = async (row: Row): Promise<void> => {
    const result = await uploadFile(from, row, { client, wait });
    if (result === "added") added += 1;
    else if (result === "present") present += 1;
    else notDone.push(result.problem);
  };
  let batch: Promise<void>[] = [];
  for await (const { row } of linesOf(from, OBJECTS)) {
    batch.push(limit(() => uploadMissing(row)));
    if (batch.length < BATCH_FILES) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return { added, present, notDone };
}

async function* linesOf(from: OpenExport, name: string): AsyncGenerator<{ row: Row }> {
  const table = from.manifest.tables.find((candidate) => candidate.name === name);
  if (table !== undefined) yield* tableLines(from, table);
}

async function makeBuckets(
  from: OpenExport,
  client: SupabaseClient,
  wait: (ms: number) => Promise<void>,
): Promise<string[]> {
  const notDone: string[] = [];
  const { data, error } = await withRetries(() => client.storage.listBuckets(), wait);
  if (error !== null) return [`No bucket is there: ${error.message}.`];
  const present = new Set(data.map(({ id }) => id));
  for await (const { row } of linesOf(from, BUCKETS)) {
    const id = textOf(row["id"]);
    if (present.has(id)) continue;
    const { file_size_limit: limit, allowed_mime_types: types } = row;
    const made = await withRetries(
      () =>
        client.storage.createBucket(id, {
          public: row["public"] === true,
          ...(typeof limit === "number" ? { fileSizeLimit: limit } : {}),
          ...(Array.isArray(types) ? { allowedMimeTypes: types.map(String) } : {}),
        }),
      wait,
    );
    if (made.error !== null) notDone.push(`The bucket ${id} is not there: ${made.error.message}.`);
  }
  return notDone;
}

type UploadResult = "added" | "present" | { readonly problem: string };

async function uploadFile(
  from: OpenExport,
  row: Row,
  { client, wait }: { client: SupabaseClient; wait: (ms: number) => Promise<void> },
): Promise<UploadResult> {
  const [bucketId, name, version] = ["bucket_id", "name", "version"].map((key) => textOf(row[key]));
  const file = from.objects.get(version ?? "");
  if (bucketId === undefined || name === undefined || file === undefined) {
    return { problem: `The file ${bucketId}/${name} is not there: the export has no bytes of it.` };
  }
  const bucket = client.storage.from(bucketId);
  const { data: known } = await withRetries(() => bucket.info(name), wait);
  if (known !== null) return "present";
  const metadata = v.parse(v.fallback(rowSchema, {}), row["metadata"]);
  const type = textOf(metadata["mimetype"]) || "application/octet-stream";
  const maxAge = /max-age=(\d+)/.exec(textOf(metadata["cacheControl"]))?.[1];
  const userMetadata = v.safeParse(rowSchema, row["user_metadata"]);
  const content = await openAsBlob(objectPath(from, file.version), { type });
  const { error } = await withRetries(
    () =>
      bucket.upload(name, content, {
        contentType: type,
        ...(maxAge === undefined ? {} : { cacheControl: maxAge }),
        upsert: false,
        ...(userMetadata.success ? { metadata: userMetadata.output } : {}),
      }),
    wait,
  );
  if (error === null) return "added";
  const size = `${(file.bytes / 1e6).toFixed(1)} MB`;
  return { problem: `The file ${bucketId}/${name} (${size}) is not there: ${error.message}.` };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
