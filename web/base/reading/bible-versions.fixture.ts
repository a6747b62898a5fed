import { BIBLE_VERSIONS, type BibleVersionId, LOUIS_SEGOND } from "#shared/bible/bible-versions.ts";
import type { ReaderVersion } from "./bible-versions.data.ts";

/** One of the five on a site with API keys. */
export function readyVersion(id: BibleVersionId): ReaderVersion {
  return { ...BIBLE_VERSIONS[id], state: "ready", bytes: id === "kjv" ? 1_137_000 : null };
}

/** Louis Segond 1910 on a site that has its text. */
export const READY_SEGOND: ReaderVersion = { ...LOUIS_SEGOND, state: "ready", bytes: 1_100_000 };
