import { openAsBlob } from "node:fs";
import type { Context } from "hono";
import { precompress } from "@reign-tv/kit/http/precompressed-body.ts";
import { writeMediaPlaylist } from "@reign-tv/ingest/playlists/media-playlist.domain.ts";
import { recordingPlaylist } from "@reign-tv/ingest/playlists/session-playlists.domain.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import { sendRange } from "#server/http/send-range.ts";
import { PLAYLIST_TYPE, sendLive } from "#server/live/live-responses.ts";
import { broadcastFolder, broadcastUrl } from "./broadcast-urls.ts";
import type { Watched } from "./broadcast-watch.ts";
import { fetchFromPeer, isOfPeer } from "./peer-requests.ts";
import type { Recordings } from "./recordings.ts";

const PLAYLIST = "audio.m3u8";
const FILE = "audio.m4a";

type RecordedSoundDeps = {
  recordings: Pick<Recordings, "recorded" | "soundFile">;
  serverId: string;
  fetch: typeof fetch;
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

/** Servers on one database ask each other for recordings that they do not have. */
export function createRecordedSound(deps: RecordedSoundDeps): RecordedSound {
  const { recordings } = deps;

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
    if (file === null) {
      const isAsked = broadcast.server !== deps.serverId && !isOfPeer(context);
      return isAsked ? fetchFromPeer(context, broadcast.address, deps.fetch) : null;
    }
    const { path, bytes } = file;
    return sendRange(context, {
      bytes,
      etag: `"${broadcastFolder(broadcast)}-${bytes}"`,
      headers: PUBLIC_HEADERS,
      type: "audio/mp4",
      cacheControl: CACHE.immutable,
      read: async ({ first, last }) => (await openAsBlob(path)).slice(first, last + 1).stream(),
    });
  }

  return async (context, broadcast, name) => {
    if (broadcast.endedAtMs === null) return null;
    if (name === PLAYLIST) return sendPlaylist(context, broadcast);
    return name === FILE ? sendFile(context, broadcast) : null;
  };
}
