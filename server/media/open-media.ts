import type { Ministry } from "#shared/site/ministry.ts";
import { LIBRARY_PLAYLIST_PREFIX } from "#shared/videos/categories.ts";
import { type PlaylistService, readPlaylistVideos } from "./playlist-reader.ts";
import { MINUTE_MS, isWithin } from "@reign-tv/kit/durations.ts";
import { Hono } from "hono";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Transport } from "#shared/transport.ts";
import type { ChannelPosters } from "./channel-posters.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { createMediaRoutes } from "./media-routes.ts";
import { createImageRoutes } from "./images/image-routes.ts";
import type { InlineImages } from "./images/inline-images.ts";
import { createUploadedPosters } from "./images/image-sources.ts";
import { createShareCards } from "./images/share-cards.ts";
import type { MediaLibrary } from "./library.ts";
import type { ViewCounts } from "./view-counts.ts";
import type { OwnPoster } from "#server/own-videos/open-own-videos.ts";
import type { PublishedVideos } from "#server/own-videos/own-video-list.ts";

type KnownVideosDeps = PlaylistService & { ministry: () => Ministry; now: () => number };

/** Time before the playlists are read again. */
const KNOWN_FRESH_MS = MINUTE_MS;
/** Backoff after a failure: 5, 10, 20 ... 300 s. */
const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;
const READ_TIMEOUT_MS = 8_000;

/**
 * Returns a check for videos of the platform that this site shows: those of its playlists and channels. The image
 * service fetches only their thumbnails. Never rejects: after a failure a list keeps its last ids, with backoff.
 */
export function createKnownVideos(deps: KnownVideosDeps): (id: string) => Promise<boolean> {
  const idsByPlaylist = new Map<string, string[]>();
  let known = new Set(channelVideos(deps.ministry()));
  let readAtMs = Number.NEGATIVE_INFINITY;
  let failuresInARow = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const results = await Promise.all(platformPlaylists(deps.ministry()).map(readList));
    known = new Set([...channelVideos(deps.ministry()), ...[...idsByPlaylist.values()].flat()]);
    failuresInARow = results.every(Boolean) ? 0 : failuresInARow + 1;
    readAtMs = deps.now();
  }

  async function readList(playlistId: string): Promise<boolean> {
    try {
      const videos = await readPlaylistVideos(deps, { playlistId, timeoutMs: READ_TIMEOUT_MS });
      idsByPlaylist.set(
        playlistId,
        videos.map(({ id }) => id),
      );
      return true;
    } catch {
      // The playlist function reports its own failures.
      return false;
    }
  }

  return async (id) => {
    if (known.has(id)) return true;
    if (!isWithin(retryAfterMs(failuresInARow), readAtMs, deps.now())) {
      reading ??= read().finally(() => (reading = null));
      await reading;
    }
    return known.has(id);
  };
}

function retryAfterMs(failuresInARow: number): number {
  if (failuresInARow === 0) return KNOWN_FRESH_MS;
  return Math.min(FIRST_BACKOFF_MS * 2 ** (failuresInARow - 1), MAX_BACKOFF_MS);
}

function platformPlaylists({ playlists }: Ministry): string[] {
  return Object.values(playlists).filter((id) => !id.startsWith(LIBRARY_PLAYLIST_PREFIX));
}

function channelVideos({ channels }: Ministry): string[] {
  return Object.values(channels)
    .flatMap(({ source, fallback }) => [source, fallback])
    .flatMap((source) => (source?.kind === "youtube" && source.videoId ? [source.videoId] : []));
}

type MediaDeps = {
  /** YOUTUBE_IMAGE_BASE */
  youtubeImageBase: string;
  ministry: () => Ministry;
  library: MediaLibrary;
  /** Published own videos. */
  ownVideos: Pick<PublishedVideos, "find">;
  ownPoster: (id: string) => OwnPoster | null;
  posters: Pick<ChannelPosters, "ministryImages">;
  /** Absolute path of DATA_DIR; images are cached in its folder images. */
  dataDir: string;
  /** Calls the function that lists playlists. */
  transport: Transport;
  /** Calls this server's Bible service. */
  inProcess: Transport;
  publishableKey: string;
  clientAddress: ClientAddress;
  log: Logger;
  now: () => number;
  report: ReportFault;
  /** Plays of clips and own videos. */
  views: ViewCounts;
};

type Media = {
  routes: readonly Hono[];
  inlineImages: InlineImages;
  /** Returns true for a clip of the library, and for a video of the platform that this site shows. */
  isKnownVideo(id: string): Promise<boolean>;
};

/** Opens clips and images. */
export function openMedia(deps: MediaDeps): Media {
  const { library, ownVideos, posters, dataDir, log, report } = deps;
  const isKnownPlatformVideo = createKnownVideos(deps);
  const findShareCard = createShareCards(deps.inProcess, deps.ministry);
  const uploadedImage = createUploadedPosters(deps.transport);
  const images = createImageRoutes({
    dataDir,
    library,
    ministryImages: posters.ministryImages,
    uploadedImage: (name) => findShareCard(name) ?? uploadedImage(name),
    youtubeImageBase: deps.youtubeImageBase,
    fetch,
    log,
    report,
    isKnownVideo: isKnownPlatformVideo,
    ownPoster: deps.ownPoster,
  });
  return {
    routes: [new Hono().route("/img", images.app), createMediaRoutes(deps)],
    inlineImages: images.inlineImages,
    // An unknown clip id must not cause a request to the platform.
    isKnownVideo: async (id) =>
      library.clips.has(id) ||
      ownVideos.find(id) !== null ||
      (!isBundledVideoId(id) && (await isKnownPlatformVideo(id))),
  };
}
