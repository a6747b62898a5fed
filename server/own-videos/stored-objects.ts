import * as v from "valibot";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import { type S3Client, S3Error } from "@reign-tv/kit/s3/s3-client.ts";
import { SEGMENTS } from "./own-segments.ts";

/** Of the keys of all own videos. */
export const PREFIX = "own-videos/";
/** List of a video's objects, written last. */
export const MANIFEST = "files.json";

const manifestSchema = v.object({
  revision: v.number(),
  bytes: v.number(),
  files: v.record(
    v.pipe(v.string(), v.regex(/^[\w-][\w.-]{0,99}$/)),
    v.object({ bytes: v.number(), changedMs: v.number() }),
  ),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** Sizes of a video's objects, by the names of their files. */
export type ObjectSizes = ReadonlyMap<string, number>;

/** Key of a file in the S3 store. */
export function keyOf(id: string, name: string): string {
  return `${PREFIX}${id}/${name}`;
}

/** Lists the objects of one own video, or of all, by the ids of the videos. @throws Error of the store. */
export async function listObjects(
  client: Pick<S3Client, "list">,
  id: string | null,
): Promise<Map<string, ObjectSizes>> {
  const found = new Map<string, Map<string, number>>();
  const objects = client.list(id === null ? PREFIX : keyOf(id, ""));
  for await (const { key, bytes } of objects) {
    const [owner = "", ...name] = key.slice(PREFIX.length).split("/");
    const sizes = found.get(owner) ?? new Map<string, number>();
    found.set(owner, sizes.set(name.join("/"), bytes));
  }
  return found;
}

/** Reads the list of a video's objects; null without one. @throws S3Error. */
export async function readManifest(
  client: Pick<S3Client, "send">,
  id: string,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const response = await client.send(keyOf(id, MANIFEST), { method: "GET", signal });
  const text = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new S3Error(response.status);
  const parsed = v.safeParse(manifestSchema, parseJson(text));
  return parsed.success ? parsed.output : null;
}

/** Whether the store has each file of a list, in its size. */
export function isWhole({ files }: Manifest, sizes: ObjectSizes): boolean {
  const listed = Object.entries(files);
  return (
    Object.hasOwn(files, SEGMENTS) && listed.every(([name, { bytes }]) => sizes.get(name) === bytes)
  );
}
