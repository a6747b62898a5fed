import type { Hono } from "hono";
import type { Database } from "@reign-tv/backend";
import { createFilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { S3Settings } from "@reign-tv/kit/s3/s3-client.ts";
import { PEER_HEADERS } from "#server/ingest/peer-requests.ts";
import type { Recordings } from "#server/ingest/recordings.ts";
import type { ThisServer } from "#server/ingest/this-server.ts";
import type { ViewCounts } from "#server/media/view-counts.ts";
import type { Config } from "#server/settings/config.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import { ownMediaUrl } from "#shared/contracts/own-videos.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { diskReader, firstOf, type MediaReader } from "./media-reader.ts";
import { createOwnMediaRoutes } from "./own-media-routes.ts";
import { createOwnVideoActions } from "./own-video-actions.ts";
import { openOwnVideoFiles } from "./own-video-files.ts";
import { openOwnVideoList, type PublishedVideos } from "./own-video-list.ts";
import { SEGMENTS } from "./own-segments.ts";
import { ownVideosFolder, readRestored, removeRestored } from "./own-video-media.ts";
import { openOwnVideoStore, type OwnVideo } from "./own-video-store.ts";
import { startPackaging } from "./packaging.ts";
import { createStudioOwnVideosRoutes } from "./studio-own-videos-routes.ts";
import { createStoredCopies } from "./stored-copies.ts";
import { createUploadFiles } from "./upload-file.ts";

/** Without a database of our own there are none. */
export const NO_OWN_VIDEOS: PublishedVideos = { list: () => [], find: () => null };

const POSTER_TIMEOUT_MS = 5_000;

type OwnVideosDeps = {
  config: Pick<Config, "DATA_DIR" | "OWN_VIDEOS_DIR" | "OWN_VIDEOS_GB" | "FFMPEG" | "databaseUrl">;
  database: Database;
  /** S3 store of uploaded files; null: files stay on the disk. */
  s3: S3Settings | null;
  server: ThisServer;
  ministry: () => Pick<Ministry, "channels" | "playlists">;
  views: Pick<ViewCounts, "count">;
  requirePermission: RequirePermission;
  transport: Transport;
  publishableKey: string;
  clientAddress: ClientAddress;
  fetch: typeof fetch;
  /** Called after what all may read changed. */
  onPublish: () => void;
  report: ReportFault;
  log: Pick<Logger, "info" | "warn">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Free bytes of the disk; tests give their own. */
  freeBytes?: () => Promise<number>;
};

/** Recordings of which own videos are made, and whether one is in the making. */
type Broadcasts = {
  recordings: Pick<Recordings, "list" | "folderOf">;
  isLive: () => boolean;
};

export type OwnPoster = {
  /** Another one after each change. */
  version: string;
  /** Reads it where it is; null when it has none. @throws Error when its server does not answer. */
  read: () => Promise<Buffer | null>;
};

export type OwnVideosService = PublishedVideos & {
  /** The poster of a published video; null for unknown ids. */
  posterOf(id: string): OwnPoster | null;
  /** Starts to package uploads. @returns the routes. */
  start(broadcasts: Broadcasts): Hono[];
  close(): Promise<void>;
};

/** @throws Error when the rows or the folder cannot be read. */
export async function openOwnVideos(deps: OwnVideosDeps): Promise<OwnVideosService> {
  const { config, server, report, log, now } = deps;
  const encoder = createFilmEncoder({ program: config.FFMPEG === "off" ? null : config.FFMPEG });
  const store = openOwnVideoStore(deps.database);
  const folder = ownVideosFolder(config);
  const restored = await readRestored(folder);
  const rows = await store.claim(server, config.databaseUrl === null ? "all" : restored);
  let onChange = (): void => undefined;
  const list = await openOwnVideoList({
    store,
    database: deps.database,
    report,
    onChange: () => onChange(),
    onPublish: deps.onPublish,
  });
  const files = await openOwnVideoFiles({
    folder,
    maxGigabytes: config.OWN_VIDEOS_GB,
    serverId: server.id,
    all: () => list.all(),
    ...(deps.freeBytes && { freeBytes: deps.freeBytes }),
  });
  for (const id of restored) {
    if (!rows.includes(id)) await files.remove(id);
  }
  await removeRestored(folder);
  const copies =
    deps.s3 && createStoredCopies({ settings: deps.s3, store, files, report, log, now });
  let close = (): Promise<void> => Promise.resolve();

  /** Files on the disk come before those in the store; null: another server has them. */
  async function readerOf(video: OwnVideo): Promise<MediaReader | null> {
    const stored = copies?.readerOf(video) ?? null;
    if (video.server !== server.id) {
      const isThere = stored !== null && (await stored.stat(SEGMENTS)) !== null;
      return isThere ? stored : null;
    }
    const disk = diskReader(files.folderOf(video.id));
    return stored === null ? disk : firstOf(disk, stored);
  }

  function posterOf(id: string): OwnPoster | null {
    const video = list.all().find((one) => one.id === id && one.isPublished);
    if (video === undefined) return null;
    const { address, hasPoster, revision } = video;
    const url = `${address}${ownMediaUrl(video, "poster.webp")}`;
    return {
      version: hasPoster ? `r${revision}` : "none",
      async read() {
        if (!hasPoster) return null;
        const media = await readerOf(video);
        if (media !== null) {
          const content = await media.readAll("poster.webp");
          return content && Buffer.from(content);
        }
        const response = await deps.fetch(url, {
          headers: PEER_HEADERS,
          redirect: "error",
          signal: AbortSignal.timeout(POSTER_TIMEOUT_MS),
        });
        if (!response.ok) throw new Error(`A poster could not be read: HTTP ${response.status}`);
        return Buffer.from(await response.arrayBuffer());
      },
    };
  }

  function start({ recordings, isLive }: Broadcasts): Hono[] {
    const actions = createOwnVideoActions({ store, files, recordings, server });
    const isOwn = ({ server: owner }: { server: string | null }): boolean =>
      owner === null || owner === server.id;
    const packaging = startPackaging({
      store,
      files,
      actions,
      ownRows: () => list.all().filter(isOwn),
      refresh: () => list.read(),
      isLive,
      encoder,
      copies,
      report,
      log,
      now,
    });
    onChange = () => packaging.check();
    close = () => packaging.close();
    packaging.check();
    return [
      createOwnMediaRoutes({ ...deps, list, readerOf }),
      createStudioOwnVideosRoutes({
        ...deps,
        list,
        store,
        files,
        actions,
        encoder,
        uploads: createUploadFiles(),
        packaging,
        recordings,
        channels: () => Object.keys(deps.ministry().channels),
        isCategory: (id) => Object.hasOwn(deps.ministry().playlists, id),
      }),
    ];
  }

  return {
    list: () => list.list(),
    find: (id) => list.find(id),
    posterOf,
    start,
    async close() {
      list.close();
      await close();
    },
  };
}
