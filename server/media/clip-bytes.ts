import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ByteRange } from "#server/kit/http/byte-range.domain.ts";
import type { Film } from "#shared/videos/library.ts";

/** Hands out a part of a film as the body of an answer. */
export type ReadFilm = (film: Film, range: ByteRange) => Promise<BodyInit>;

/**
 * Keeps films in memory from their first use on, as long as they fit into `memoryBytes`; what does
 * not fit is read from disk while it is sent. The bundled library (37 MB) fits whole, so that a
 * segment costs no system call; nothing is evicted, because the set of films is fixed at start.
 *
 * @param directory absolute path of media/.
 */
export function createFilmReader(directory: string, memoryBytes: number): ReadFilm {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let freeBytes = memoryBytes;

  function keep(film: Film, path: string): Promise<Uint8Array<ArrayBuffer>> {
    freeBytes -= film.bytes;
    const whole = readFile(path).catch((error: unknown) => {
      freeBytes += film.bytes;
      kept.delete(film.media);
      throw error;
    });
    kept.set(film.media, whole);
    return whole;
  }

  return async (film, { first, last }) => {
    const path = join(directory, film.media);
    const whole = kept.get(film.media) ?? (film.bytes <= freeBytes ? keep(film, path) : null);
    if (whole) return (await whole).subarray(first, last + 1);
    return (await openAsBlob(path)).slice(first, last + 1).stream();
  };
}
