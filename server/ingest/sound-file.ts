import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { indexedFile, measureSegment } from "@reign-tv/ingest/files/joined-files.ts";
import { fileNames, type IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";

/** A finished recording. */
type RecordedSegments = {
  entries: readonly IndexEntry[];
  /** Reads a media file by its name; null when there is none. */
  read: (name: string) => Promise<Uint8Array | null>;
};

/**
 * Writes the sound of a recording to one file with an index in front, which `<audio>` plays and seeks by ranges.
 *
 * @param path of the file, which appears when it is whole.
 * @throws RangeError without sound or a segment, or when the sound changed its format; Error when the disk fails.
 */
async function writeSoundFile({ entries, read }: RecordedSegments, path: string): Promise<void> {
  const heard = entries.filter(({ audioBytes }) => audioBytes !== null);
  const file = async (name: string): Promise<Uint8Array> => {
    const bytes = await read(name);
    if (bytes === null) throw new RangeError(`The recording has no ${name}`);
    return bytes;
  };
  const names = new Set(heard.map(({ initId }) => fileNames.audioInit(initId)));
  const [init, ...others] = await Promise.all([...names].map(file));
  if (init === undefined) throw new RangeError("The recording has no sound");
  if (others.some((other) => !Buffer.from(other).equals(init))) {
    throw new RangeError("The sound changed its format");
  }
  const segments = [];
  for (const { number } of heard) {
    const segment = await file(fileNames.audio(number));
    const measure = measureSegment(segment, segment.length);
    if (measure === null) throw new RangeError(`Segment ${number} is damaged`);
    segments.push(measure);
  }
  const joined = indexedFile({ init, segments });
  const all = joined.read({ first: 0, last: joined.bytes - 1 }, async (place) =>
    file(fileNames.audio(heard[place]?.number ?? 0)),
  );
  const draft = `${path}.draft`;
  try {
    const target = createWriteStream(draft, { mode: 0o600 });
    await pipeline(Readable.from(all), target);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** A sound file, and its size. */
export type SoundFile = { path: string; bytes: number };

/**
 * Returns sound files by their path, written when they are first asked for: requests at the same time wait for one
 * writing. Null when it cannot be written, which is tried again only if the disk failed: a recording does not change.
 */
export function createSoundFiles() {
  const asked = new Map<string, Promise<SoundFile | null>>();
  const unfit = new Set<string>();
  return (path: string, recording: () => Promise<RecordedSegments>): Promise<SoundFile | null> => {
    const find = async (): Promise<SoundFile> => ({ path, bytes: (await stat(path)).size });
    const write = async (): Promise<SoundFile | null> => {
      if (unfit.has(path)) return null;
      try {
        await writeSoundFile(await recording(), path);
      } catch (error) {
        if (error instanceof RangeError) unfit.add(path);
        throw error;
      }
      return find();
    };
    const found =
      asked.get(path) ??
      find()
        .catch(write)
        .catch(() => null)
        .finally(() => asked.delete(path));
    asked.set(path, found);
    return found;
  };
}
