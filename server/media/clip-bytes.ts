import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ByteRange } from "#server/kit/byte-range.domain.ts";
import type { LibraryClip } from "./library.ts";

/** Hands out a part of a clip as the body of an answer. */
export type ReadClip = (clip: LibraryClip, range: ByteRange) => Promise<BodyInit>;

/**
 * Keeps clips in memory from their first use on, as long as they fit into `memoryBytes`; what does
 * not fit is read from disk while it is sent. The bundled library (12 MB) fits whole, so that a
 * segment costs no system call; nothing is evicted, because the set of clips is fixed at start.
 *
 * @param directory absolute path of media/.
 */
export function createClipReader(directory: string, memoryBytes: number): ReadClip {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let freeBytes = memoryBytes;

  function keep(clip: LibraryClip, path: string): Promise<Uint8Array<ArrayBuffer>> {
    freeBytes -= clip.bytes;
    const whole = readFile(path).catch((error: unknown) => {
      freeBytes += clip.bytes;
      kept.delete(clip.id);
      throw error;
    });
    kept.set(clip.id, whole);
    return whole;
  }

  return async (clip, { first, last }) => {
    const path = join(directory, clip.media);
    const whole = kept.get(clip.id) ?? (clip.bytes <= freeBytes ? keep(clip, path) : null);
    if (whole) return (await whole).subarray(first, last + 1);
    return (await openAsBlob(path)).slice(first, last + 1).stream();
  };
}
