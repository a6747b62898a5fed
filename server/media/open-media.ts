import { Hono } from "hono";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import type { ClientAddress } from "#server/kit/http/client-address.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { Logger } from "#server/kit/log.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import type { ChannelPosters } from "./channel-posters.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { createMedia } from "./media-routes.ts";
import { createImages } from "./images/image-routes.ts";
import { createUploadedPosters } from "./images/image-sources.ts";
import { createShareCards } from "./images/share-cards.ts";
import { createKnownVideos } from "./known-videos.ts";
import type { MediaLibrary } from "./library.ts";
import { openViewCounts } from "./view-counts.ts";

type MediaNeeds = {
  /** YOUTUBE_IMAGE_BASE */
  youtubeImageBase: string;
  ministry: Ministry;
  library: MediaLibrary;
  posters: Pick<ChannelPosters, "ownPictures">;
  /** Absolute path of DATA_DIR; counts are kept in its folder media, pictures in images. */
  dataDir: string;
  /** Reaches the function that lists playlists. */
  transport: Transport;
  /** Reaches this server's own Bible service. */
  inProcess: Transport;
  publishableKey: string;
  clientAddress: ClientAddress;
  log: Logger;
  now: () => number;
  report: ReportFault;
  records: Pick<StateStore, "storeOf">;
};

type Media = {
  rooms: readonly Hono[];
  /** Whether a video is a clip of the library, or one of the platform that this site shows. */
  isKnownVideo(id: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Clips and pictures, with the counts of views that are written down until `close`. */
export async function openMedia(needs: MediaNeeds): Promise<Media> {
  const { library, posters, dataDir, log, now, report } = needs;
  const store = needs.records.storeOf("media");
  const views = await openViewCounts({ store, now, log });
  const isOfPlatform = createKnownVideos(needs);
  const cardNamed = createShareCards(needs.inProcess, needs.ministry);
  const uploadedPicture = createUploadedPosters(needs.transport);
  const images = createImages({
    dataDir,
    library,
    ownPictures: posters.ownPictures,
    uploadedPicture: (name) => cardNamed(name) ?? uploadedPicture(name),
    youtubeImageBase: needs.youtubeImageBase,
    fetch,
    log,
    report,
    isKnownVideo: isOfPlatform,
  });
  return {
    rooms: [new Hono().route("/img", images.app), createMedia({ ...needs, views })],
    // A clip that is none never makes anybody ask the platform.
    isKnownVideo: async (id) =>
      library.clips.has(id) || (!isBundledVideoId(id) && (await isOfPlatform(id))),
    close: () => views.close(),
  };
}
