import { join, resolve } from "node:path";
import type { Hono } from "hono";
import type { Database } from "@reign-tv/backend";
import { createFilmEncoder } from "@reign-tv/ingest/ffmpeg/film-encoder.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { ClientAddress } from "@reign-tv/kit/http/client-address.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { Recordings } from "#server/ingest/recordings.ts";
import type { ThisServer } from "#server/ingest/this-server.ts";
import type { ViewCounts } from "#server/media/view-counts.ts";
import type { Config } from "#server/settings/config.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { Transport } from "#shared/transport.ts";
import { createOwnMediaRoutes } from "./own-media-routes.ts";
import { createOwnVideoActions } from "./own-video-actions.ts";
import { openOwnVideoFiles } from "./own-video-files.ts";
import { openOwnVideoList, type PublishedVideos } from "./own-video-list.ts";
import { openOwnVideoStore } from "./own-video-store.ts";
import { startPackaging } from "./packaging.ts";
import { createStudioOwnVideosRoutes } from "./studio-own-videos-routes.ts";
import { createUploadFiles } from "./upload-file.ts";

/** Without a database of our own there are none. */
export const NO_OWN_VIDEOS: PublishedVideos = { list: () => [], find: () => null };

type OwnVideosDeps = {
  config: Pick<Config, "DATA_DIR" | "OWN_VIDEOS_DIR" | "OWN_VIDEOS_GB" | "FFMPEG">;
  database: Database;
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

export type OwnVideosService = PublishedVideos & {
  /** Path of the poster of a published video, which it may not have yet; null for unknown ids. */
  posterOf(id: string): string | null;
  /** Starts to package uploads. @returns the routes. */
  start(broadcasts: Broadcasts): Hono[];
  close(): Promise<void>;
};

/** @throws Error when the rows or the folder cannot be read. */
export async function openOwnVideos(deps: OwnVideosDeps): Promise<OwnVideosService> {
  const { config, server, report, log, now } = deps;
  const encoder = createFilmEncoder({ program: config.FFMPEG === "off" ? null : config.FFMPEG });
  const store = openOwnVideoStore(deps.database);
  let onChange = (): void => undefined;
  const list = await openOwnVideoList({
    store,
    database: deps.database,
    report,
    onChange: () => onChange(),
    onPublish: deps.onPublish,
  });
  const files = await openOwnVideoFiles({
    folder: config.OWN_VIDEOS_DIR ?? join(resolve(config.DATA_DIR), "own-videos"),
    maxGigabytes: config.OWN_VIDEOS_GB,
    serverId: server.id,
    all: () => list.all(),
    ...(deps.freeBytes && { freeBytes: deps.freeBytes }),
  });
  let close = (): Promise<void> => Promise.resolve();

  function start({ recordings, isLive }: Broadcasts): Hono[] {
    const actions = createOwnVideoActions({ store, files, recordings, server, encoder });
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
      report,
      log,
      now,
    });
    onChange = () => packaging.look();
    close = () => packaging.close();
    packaging.look();
    return [
      createOwnMediaRoutes({
        ...deps,
        list,
        folderOf: (id) => files.folderOf(id),
        serverId: server.id,
      }),
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
    posterOf: (id) => (list.find(id) === null ? null : join(files.folderOf(id), "poster.webp")),
    start,
    async close() {
      list.close();
      await close();
    },
  };
}
