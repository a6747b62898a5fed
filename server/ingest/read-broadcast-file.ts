import { isMediaFile } from "@reign-tv/ingest/segments/segment-index.ts";
import { PEER_HEADERS } from "./peer-requests.ts";
import type { Recordings } from "./recordings.ts";
import type { Broadcast } from "./broadcast-store.ts";
import { broadcastFolder, broadcastUrl } from "./broadcast-urls.ts";

/** Larger than a segment of 10 s at the most that an encoder may send. */
const MAX_FILE_BYTES = 16_000_000;
const TIMEOUT_MS = 5_000;

/**
 * Reads a file of a broadcast.
 *
 * @param asksPeer also asks the server that received it.
 * @returns null when it does not exist or that server does not answer.
 */
export type FileReader = (
  broadcast: Broadcast,
  name: string,
  asksPeer: boolean,
) => Promise<Uint8Array | null>;

type FileReaderDeps = {
  recordings: Pick<Recordings, "read">;
  serverId: string;
  fetch: typeof fetch;
};

/** Servers on one database serve each other's broadcasts: each file is asked for once and kept in memory. */
export function createFileReader({ recordings, serverId, fetch }: FileReaderDeps): FileReader {
  const remembered = createByteCache(MEMORY_BYTES);
  const asked = new Map<string, Promise<Uint8Array | null>>();

  async function ask(broadcast: Broadcast, name: string): Promise<Uint8Array | null> {
    const url = `${broadcast.address}${broadcastUrl(broadcast, name)}`;
    try {
      const response = await fetch(url, {
        headers: PEER_HEADERS,
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const length = Number(response.headers.get("content-length") ?? 0);
      if (!response.ok || length > MAX_FILE_BYTES) {
        await response.body?.cancel();
        return null;
      }
      return new Uint8Array(await response.arrayBuffer());
    } catch {
      return null;
    }
  }

  return async (broadcast, name, asksPeer) => {
    const isOwn = broadcast.server === serverId;
    const own = isOwn || !asksPeer ? await recordings.read(broadcast, name) : null;
    if (isOwn || !asksPeer || !isMediaFile(name)) return own;
    const key = `${broadcastFolder(broadcast)}/${name}`;
    const held = remembered.get(key);
    if (held !== undefined) return held;
    const answer = asked.get(key) ?? ask(broadcast, name).finally(() => asked.delete(key));
    asked.set(key, answer);
    const bytes = await answer;
    if (bytes !== null) remembered.set(key, bytes);
    return bytes;
  };
}

/** About two minutes at 3 Mbit/s. */
const MEMORY_BYTES = 48_000_000;

/** Keeps the newest values up to a number of bytes. */
function createByteCache(maxBytes: number): {
  get(key: string): Uint8Array | undefined;
  set(key: string, bytes: Uint8Array): void;
} {
  const entries = new Map<string, Uint8Array>();
  let held = 0;
  return {
    get: (key) => entries.get(key),
    set(key, bytes) {
      held += bytes.length - (entries.get(key)?.length ?? 0);
      entries.delete(key);
      entries.set(key, bytes);
      for (const [oldest, { length }] of entries) {
        if (held <= maxBytes) return;
        entries.delete(oldest);
        held -= length;
      }
    },
  };
}
