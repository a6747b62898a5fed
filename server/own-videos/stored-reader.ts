import { createBoundedMap } from "@reign-tv/kit/bounded-map.ts";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { ByteRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import {
  openS3Client,
  type S3Client,
  S3Error,
  type S3Settings,
} from "@reign-tv/kit/s3/s3-client.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { type MediaReader, type MediaStat, streamOf } from "./media-reader.ts";
import type { OwnVideo } from "./own-video-store.ts";
import { keyOf, type Manifest, readManifest } from "./stored-objects.ts";

/** Name under which failures of the S3 store are reported. */
export const STORE_COMPONENT = "own videos in the store";

/** Followers wait for these. */
const LIMITS = { responseTimeoutMs: 5 * SECOND_MS, retries: 1 } as const;
/** For a part with its bytes. */
const READ_MS = 15 * SECOND_MS;
/** Each request reads so much at most, so that a slow client holds no connection to the store. */
const PART_BYTES = 1_000_000;
const OPEN_MANIFESTS = 50;

/** The S3 store does not answer, or not with the file that it should have. */
export class StoreUnavailable extends Error {
  constructor(message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}

/** Whether the store has all files of a video. Files that change neither revision nor size have the same content. */
export function isStored({ revision, bytes, storedRevision, storedBytes }: OwnVideo): boolean {
  return storedRevision === revision && storedBytes === bytes;
}

/** A file in the store, with the size that it should have. */
type StoredFile = { readonly key: string; readonly bytes: number };

/** Reads a range that is not empty. @throws Error when the object is missing or not of this size. */
async function readRange(
  client: S3Client,
  { key, bytes }: StoredFile,
  { first, last }: ByteRange,
  limitMs: number,
): Promise<Uint8Array> {
  const response = await client.send(key, {
    method: "GET",
    headers: { range: `bytes=${first}-${last}` },
    // Ends a response whose body stops.
    signal: AbortSignal.timeout(limitMs),
  });
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 404) throw new Error(`${key} is missing`);
  if (response.status !== 206) throw new S3Error(response.status);
  const isAsListed = response.headers.get("content-range")?.endsWith(`/${bytes}`) === true;
  if (!isAsListed || body.length !== last - first + 1) throw new Error(`${key} is another file`);
  return body;
}

/**
 * Reads a range in parts.
 *
 * @param limitMs longest time for each part.
 * @throws Error when the object is missing or not of its size.
 */
export async function* partsOf(
  client: S3Client,
  file: StoredFile,
  range: ByteRange,
  limitMs: number,
): AsyncGenerator<Uint8Array> {
  for (let first = range.first; first <= range.last; first += PART_BYTES) {
    const last = Math.min(range.last, first + PART_BYTES - 1);
    yield await readRange(client, file, { first, last }, limitMs);
  }
}

type StoredReadersDeps = { settings: S3Settings; report: ReportFault };

/** Returns a function that reads a video from the store; null for one that the store does not have as its row says. */
export function createStoredReaders({
  settings,
  report,
}: StoredReadersDeps): (video: OwnVideo) => MediaReader | null {
  const client = openS3Client(settings, LIMITS);
  const manifests = createBoundedMap<string, Promise<Manifest | null>>(OPEN_MANIFESTS);

  /** Work for a request; what fails is reported. */
  async function answered<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      report(STORE_COMPONENT, null);
      return result;
    } catch (error) {
      report(STORE_COMPONENT, messageOf(error));
      throw new StoreUnavailable("The store of own videos does not answer", { cause: error });
    }
  }

  return (video) => {
    if (!isStored(video)) return null;
    const { id, revision, bytes } = video;
    const known = `${id} ${revision} ${bytes}`;

    /** Null when the store has another revision, as after a restore of the database. */
    async function manifestOf(): Promise<Manifest | null> {
      const reading =
        manifests.get(known) ??
        answered(() => readManifest(client, id, AbortSignal.timeout(READ_MS)));
      manifests.set(known, reading);
      const manifest = await reading.catch((error: unknown) => {
        manifests.delete(known);
        throw error;
      });
      const isSame = manifest?.revision === revision && manifest.bytes === bytes;
      if (!isSame) manifests.delete(known);
      return isSame ? manifest : null;
    }

    async function statOf(name: string): Promise<MediaStat | null> {
      const listed = (await manifestOf())?.files ?? {};
      return Object.hasOwn(listed, name) ? (listed[name] ?? null) : null;
    }

    return {
      stat: statOf,
      async readAll(name) {
        const found = await statOf(name);
        if (found === null) return null;
        const file = { key: keyOf(id, name), bytes: found.bytes };
        const range = { first: 0, last: found.bytes - 1 };
        return answered(() => readRange(client, file, range, READ_MS));
      },
      async stream(name, range) {
        const found = await statOf(name);
        if (found === null) throw new StoreUnavailable(`${id} has no ${name}`);
        const file = { key: keyOf(id, name), bytes: found.bytes };
        return answered(() => streamOf(partsOf(client, file, range, READ_MS)));
      },
    };
  };
}
