import { Hono } from "hono";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import type { ChannelPosters } from "./channel-posters.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { createMediaRoutes } from "./media-routes.ts";
import { createImageRoutes } from "./images/image-routes.ts";
import { createUploadedPosters } from "./images/image-sources.ts";
import { createShareCards } from "./images/share-cards.ts";
import { createKnownVideos } from "./known-videos.ts";
import type { MediaLibrary } from "./library.ts";
import { openViewCounts } from "./view-counts.ts";

type MediaDeps = {
  /** YOUTUBE_IMAGE_BASE */
  youtubeImageBase: string;
  ministry: Ministry;
  library: MediaLibrary;
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
  stateStore: Pick<StateStore, "storeOf">;
};

type Media = {
  routes: readonly Hono[];
  /** Returns true for a clip of the library, and for a video of the platform that this site shows. */
  isKnownVideo(id: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens clips and images; `close` writes the pending play counts. */
export async function openMedia(deps: MediaDeps): Promise<Media> {
  const { library, posters, dataDir, log, now, report } = deps;
  const store = deps.stateStore.storeOf("media");
  const views = await openViewCounts({ store, now, log });
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
  });
  return {
    routes: [new Hono().route("/img", images.app), createMediaRoutes({ ...deps, views })],
    // An unknown clip id must not cause a request to the platform.
    isKnownVideo: async (id) =>
      library.clips.has(id) || (!isBundledVideoId(id) && (await isKnownPlatformVideo(id))),
    close: () => views.close(),
  };
}
