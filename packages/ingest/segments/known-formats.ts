import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Segment } from "#ingest/segmenter-contract.ts";
import { readOptional } from "./segment-files.ts";
import { fileNames, type IndexEntry } from "./segment-index.ts";

/** Init files of a session, known by their bytes. */
export type KnownFormats = {
  /**
   * Returns a segment with the number of the init files that it needs: without init files of its own when those of a
   * former segment have the same bytes. Call it for each segment, in order.
   */
  known(segment: Segment): Segment;
  /** Forgets the init files that no entry needs. */
  keep(entries: readonly IndexEntry[]): void;
};

/** Reads the init files that the entries of a session need. */
export async function openFormats(
  folder: string,
  entries: readonly IndexEntry[],
): Promise<KnownFormats> {
  const numbers = new Map<string, number>();
  for (const id of idsOf(entries)) {
    const names = [fileNames.init(id), fileNames.audioInit(id)];
    const [init, audioInit] = await Promise.all(
      names.map((name) => readOptional(join(folder, name))),
    );
    const key = keyOf(init, audioInit);
    if (!numbers.has(key)) numbers.set(key, id);
  }
  /** Number of the newest segment's init files: the segmenter's, and ours. */
  let newest: { readonly theirs: number; readonly ours: number } | null = null;

  return {
    known(segment) {
      const { init, audioInit, ...rest } = segment;
      const theirs = segment.initId;
      if (!init && !audioInit) {
        return newest?.theirs === theirs ? { ...segment, initId: newest.ours } : segment;
      }
      const key = keyOf(init, audioInit);
      const ours = numbers.get(key);
      newest = { theirs, ours: ours ?? theirs };
      if (ours !== undefined) return { ...rest, initId: ours };
      numbers.set(key, theirs);
      return segment;
    },
    keep(used) {
      const ids = idsOf(used);
      for (const [key, id] of numbers) if (!ids.has(id)) numbers.delete(key);
    },
  };
}

function idsOf(entries: readonly IndexEntry[]): ReadonlySet<number> {
  const withMedia = entries.filter(
    ({ videoBytes, audioBytes }) => videoBytes !== null || audioBytes !== null,
  );
  return new Set(withMedia.map(({ initId }) => initId));
}

function keyOf(...files: readonly (Uint8Array | null | undefined)[]): string {
  return files
    .map((bytes) => (bytes ? createHash("sha256").update(bytes).digest("base64") : ""))
    .join(" ");
}
