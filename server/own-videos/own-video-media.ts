import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as v from "valibot";
import { isMediaFile } from "@reign-tv/ingest/segments/segment-index.ts";
import { readOptional } from "@reign-tv/ingest/segments/segment-files.ts";
import { replaceFile } from "@reign-tv/kit/files/atomic-file.ts";
import { parseJson } from "@reign-tv/kit/parse-json.ts";
import type { MediaFiles } from "@reign-tv/operations/backup/media-files.ts";
import type { Config } from "#server/settings/config.ts";
import { isOwnVideoId } from "#shared/videos/video-id.ts";
import { SEGMENTS } from "./own-segments.ts";

/** Files beside the segments, by the form of their names, with their types. */
export const SIDE_FILES: readonly (readonly [RegExp, string])[] = [
  [/^low\.mp4$/, "video/mp4"],
  [/^episode\.m4a$/, "audio/x-m4a"],
  [/^poster\.webp$/, "image/webp"],
  [/^captions\.[a-z]{2,3}\.vtt$/, "text/vtt; charset=utf-8"],
];

/** Ids of videos that a restore gave files, until the next start. */
const RESTORED = "restored.json";
const restoredSchema = v.fallback(v.array(v.pipe(v.string(), v.check(isOwnVideoId))), []);

/** Absolute path of the folder of all own videos. */
export function ownVideosFolder(config: Pick<Config, "DATA_DIR" | "OWN_VIDEOS_DIR">): string {
  return resolve(config.OWN_VIDEOS_DIR ?? join(config.DATA_DIR, "own-videos"));
}

/** Names of the files of a whole video, without uploads and what is being made; none before it is whole. */
export function finishedFiles(names: readonly string[]): readonly string[] {
  if (!names.includes(SEGMENTS)) return [];
  const isSide = (name: string): boolean => SIDE_FILES.some(([form]) => form.test(name));
  return [...names.filter(isMediaFile), SEGMENTS, ...names.filter(isSide)];
}

/** Files of own videos for backups. */
export function ownVideoMedia(
  config: Pick<Config, "DATA_DIR" | "OWN_VIDEOS_DIR" | "BACKUP_OWN_VIDEOS">,
): MediaFiles {
  const folder = ownVideosFolder(config);
  return {
    folder,
    isIncluded: config.BACKUP_OWN_VIDEOS,
    select: finishedFiles,
    async onRestored(ids) {
      const all = new Set([...(await readRestored(folder)), ...ids]);
      await replaceFile(join(folder, RESTORED), JSON.stringify([...all]));
    },
  };
}

/** Ids of videos that a restore gave files since the last start. */
export async function readRestored(folder: string): Promise<readonly string[]> {
  const text = await readOptional(join(folder, RESTORED));
  return v.parse(restoredSchema, parseJson(Buffer.from(text ?? []).toString("utf8")));
}

/** Called when the rows of the restored videos name this server. */
export async function removeRestored(folder: string): Promise<void> {
  await rm(join(folder, RESTORED), { force: true });
}
