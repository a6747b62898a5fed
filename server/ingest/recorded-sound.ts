import { openAsBlob } from "node:fs";
import type { Context } from "hono";
import { matchesIfNoneMatch } from "@reign-tv/kit/http/etag.ts";
import { rangeHeaders, requestedRange } from "@reign-tv/kit/http/byte-range.domain.ts";
import { precompress } from "@reign-tv/kit/http/precompressed-body.ts";
import { writeMediaPlaylist } from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import { recordingPlaylist } from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PLAYLIST_TYPE, PUBLIC_HEADERS, sendLive } from "#server/live/live-responses.ts";
import { broadcastFolder, broadcastUrl } from "./broadcast-urls.ts";
import type { Watched } from "./broadcast-watch.ts";
import type { Recordings } from "./recordings.ts";

const PLAYLIST = "audio.m3u8";
const FILE = "audio.m4a";

type RecordedSoundDeps = {
  recordings: Pick<Recordings, "recorded" | "soundFile">;
  /** Asks the server that has the recording; null when it is this one, or the request is of a server. */
  askPeer: (context: Context, broadcast: Watched) => Promise<Response | null>;
};

/**
 * Serves the sound alone of a finished recording: a playlist with an end, and the whole as one file. Null for another
 * name, without sound, or while the broadcast runs.
 */
export type RecordedSound = (
  context: Context,
  broadcast: Watched,
  name: string,
) => Promise<Response | null>;

export function createRecordedSound({ recordings, askPeer }: RecordedSoundDeps): RecordedSound {
  async function sendPlaylist(context: Context, broadcast: Watched): Promise<Response | null> {
    // A recording that ended early has less than was broadcast; only its own server knows.
    const recorded = await recordings.recorded(broadcast);
    const entries = recorded.length > 0 ? recorded : broadcast.entries;
    if (!entries.some(({ audioBytes }) => audioBytes !== null)) return null;
    const uriOf = (name: string): string => broadcastUrl(broadcast, name);
    const playlist = recordingPlaylist({ entries, rendition: "sound", uriOf });
    const body = precompress(writeMediaPlaylist(playlist), "passing");
    return sendLive(context, body, PLAYLIST_TYPE, CACHE.minutes);
  }

  async function sendFile(context: Context, broadcast: Watched): Promise<Response | null> {
    const file = await recordings.soundFile(broadcast);
    if (file === null) return askPeer(context, broadcast);
    const { path, bytes } = file;
    const header = (name: string) => context.req.header(name);
    const etag = `"${broadcastFolder(broadcast)}-${bytes}"`;
    const headers = {
      ...PUBLIC_HEADERS,
      "Content-Type": "audio/mp4",
      "Cache-Control": CACHE.immutable,
      "Accept-Ranges": "bytes",
      ETag: etag,
    };
    if (matchesIfNoneMatch(header("if-none-match"), etag)) return context.body(null, 304, headers);
    const part = requestedRange({ header, etag, size: bytes });
    if (part === "unsatisfiable") {
      const size = { "Content-Range": `bytes */${bytes}`, "Cache-Control": CACHE.none };
      return context.body(null, 416, { ...PUBLIC_HEADERS, ...size });
    }
    const { first, last } = part === "whole" ? { first: 0, last: bytes - 1 } : part;
    const body =
      context.req.method === "HEAD" ? null : (await openAsBlob(path)).slice(first, last + 1);
    return new Response(body && body.stream(), {
      status: part === "whole" ? 200 : 206,
      headers: { ...headers, ...rangeHeaders(part, bytes) },
    });
  }

  return async (context, broadcast, name) => {
    if (broadcast.endedAtMs === null) return null;
    if (name === PLAYLIST) return sendPlaylist(context, broadcast);
    return name === FILE ? sendFile(context, broadcast) : null;
  };
}

const PEER_TIMEOUT_MS = 15_000;
const REQUEST_HEADERS = ["range", "if-range", "if-none-match"];
const RESPONSE_HEADERS = [
  "content-type",
  "content-length",
  "content-range",
  "accept-ranges",
  "cache-control",
  "etag",
];

/**
 * Asks another server for the file at the address of a request, with its range.
 *
 * @returns its answer; null when it does not answer or has no such file.
 */
export async function fetchFromPeer(
  { req }: Context,
  {
    address,
    peerHeaders,
    fetch,
  }: {
    address: string;
    peerHeaders: Readonly<Record<string, string>>;
    fetch: typeof globalThis.fetch;
  },
): Promise<Response | null> {
  const headers = new Headers(peerHeaders);
  for (const name of REQUEST_HEADERS) {
    const value = req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  // Bounds the time to the first byte: a slow listener takes minutes for the rest.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PEER_TIMEOUT_MS);
  const { signal } = controller;
  const { method } = req;
  const response = await fetch(`${address}${req.path}`, {
    method,
    headers,
    redirect: "error",
    signal,
  })
    .catch(() => null)
    .finally(() => clearTimeout(timer));
  if (response === null || response.status === 404) return null;
  const kept = RESPONSE_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  return new Response(response.body, {
    status: response.status,
    headers: { ...PUBLIC_HEADERS, ...Object.fromEntries(kept) },
  });
}
