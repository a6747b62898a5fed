import { join, resolve } from "node:path";
import type { Context, Hono } from "hono";
import type { Database } from "@reign-tv/backend";
import { SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import { reportOutcome } from "@reign-tv/kit/report-outcome.ts";
import { backupPath } from "#server/live/active-source.ts";
import type { OpenLive } from "#server/live/live-routes.ts";
import type { OnAir } from "#server/live/on-air.ts";
import type { Config } from "#server/settings/config.ts";
import type { RequirePermission } from "#server/studio/require-permission.ts";
import type { Announcement } from "#shared/announcements/announcement.schema.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import type { BroadcastHost, HostCalls } from "./broadcast-host.ts";
import { createBroadcastRoutes } from "./broadcast-routes.ts";
import { openBroadcastStore } from "./broadcast-store.ts";
import { broadcastFolder } from "./broadcast-urls.ts";
import { createBroadcastWatch } from "./broadcast-watch.ts";
import {
  firstNumbers,
  type Programme,
  programmeFrom,
  shiftAfter,
} from "./channel-playlist.domain.ts";
import { liveAnnouncements } from "./live-announcements.domain.ts";
import { createBrowserRoutes } from "./browser-routes.ts";
import { createFileReader } from "./read-broadcast-file.ts";
import { isOfPeer, passTo } from "./peer-requests.ts";
import { openRecordings, type Recordings } from "./recordings.ts";
import { createRecordedSound } from "./recorded-sound.ts";
import { createReceiver } from "./receive-broadcasts.ts";
import { createStudioIngestRoutes, type NoteDeletion } from "./studio-ingest-routes.ts";
import type { ThisServer } from "./this-server.ts";

const TICK_MS = SECOND_MS;
/** Port that encoders expect. */
const USUAL_PORT = 1_935;

type IngestDeps = {
  config: Pick<
    Config,
    "WATCHING_FLOOR" | "DATA_DIR" | "RTMP_PORT" | "RECORDINGS_DIR" | "RECORDINGS_GB" | "siteUrl"
  >;
  ministry: () => Pick<Ministry, "channels" | "services">;
  database: Database;
  server: ThisServer;
  requirePermission: RequirePermission;
  /** Reads what encoders send. */
  startHost: (calls: HostCalls) => BroadcastHost;
  noteDeletion: NoteDeletion;
  fetch: typeof fetch;
  report: ReportFault;
  log: Logger;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Live broadcasts that encoders and browsers send to this server, and those of other servers on the database. */
export type Ingest = {
  /** Routes for staff. */
  routes: Hono[];
  onAir: OnAir;
  recordings: Pick<Recordings, "list" | "folderOf">;
  /** Serves paths of channels below `/live/`; null for others. */
  respondWith(live: OpenLive): (context: Context) => Promise<Response> | null;
  /** Announcements of the broadcasts that are on the air, which go to phones once for each service. */
  announcements(): readonly Announcement[];
  close(): Promise<void>;
};

/** @throws Error when the rows or the folder of recordings cannot be read. */
export async function openIngest(deps: IngestDeps): Promise<Ingest> {
  const { config, ministry, report, log, now, requirePermission } = deps;
  const dataDir = resolve(config.DATA_DIR);
  const { server } = deps;
  const store = openBroadcastStore(deps.database);
  const recordings = await openRecordings({
    folder: config.RECORDINGS_DIR ?? join(dataDir, "recordings"),
    maxGigabytes: config.RECORDINGS_GB,
  });
  let live: OpenLive | null = null;
  const programmeOf = (channel: ChannelId): Programme =>
    programmeFrom(live?.linear.programmeOf(backupPath(channel)) ?? null);
  const channels = (): readonly ChannelId[] => Object.keys(ministry().channels);
  const quietly = (work: Promise<void>): Promise<void> => reportOutcome(report, "ingest", work);
  /** Until staff decide, encoders may send where the operator has set their port. */
  const encoderAccess = () => store.encoderAccess(typeof config.RTMP_PORT === "number");

  const watch = createBroadcastWatch({
    store,
    isReceiving: (id) => receiver.isReceiving(id),
    shiftAfter: (broadcast) => shiftAfter(broadcast, programmeOf(broadcast.channel), now()),
    onRead: () => void quietly(receiver.applyChanges()),
    report,
    now,
  });
  const receiver = createReceiver({
    store,
    encoderAccess,
    watch,
    recordings,
    server,
    channels,
    firstNumbers: (broadcast) => {
      const { channel } = broadcast;
      return firstNumbers(watch.of(channel), broadcast, programmeOf(channel), now());
    },
    shiftAfter: (broadcast) => shiftAfter(broadcast, programmeOf(broadcast.channel), now()),
    switchPort: (isOpen) => host.switchPort(isOpen),
    disconnect: (channel) => host.disconnect(channel),
    log,
    now,
  });
  const host = deps.startHost({
    authorize: (app, streamKey) => receiver.authorize(app, streamKey),
    start: (channel, via) => receiver.start(channel, via),
    onSegment: (channel, segment) => receiver.segment(channel, segment),
    onEnd: (channel, isFinished) => void quietly(receiver.inputEnded(channel, isFinished)),
  });
  const passOn = createPassOn({ watch, serverId: server.id, fetch: deps.fetch });
  const common = { watch, receiver, host, channels, requirePermission, passOn, now };
  const browser = createBrowserRoutes(common);
  const studio = createStudioIngestRoutes({
    ...common,
    rtmpUrl: rtmpUrl(config),
    encoderAccess,
    store,
    recordings,
    serverId: server.id,
    noteDeletion: deps.noteDeletion,
    log,
    isCounting: config.WATCHING_FLOOR > 0,
  });

  async function removeDeleted(): Promise<void> {
    for (const deleted of await store.deletedRecordings(server.id)) {
      await recordings.remove(deleted.channel, broadcastFolder(deleted));
    }
  }
  function onChange(): void {
    void watch.check();
    void quietly(removeDeleted());
  }
  await watch.check();
  await quietly(receiver.applyChanges());
  await deps.database.listen("broadcasts", { onStart: onChange, onNotice: onChange });
  const timer = setInterval(() => {
    browser.tick();
    void quietly(receiver.tick().then(() => watch.checkIfDue()));
  }, TICK_MS);
  timer.unref();

  return {
    routes: [browser.app, studio],
    onAir: (channel) => watch.onAir(channel),
    recordings,
    respondWith(opened) {
      live = opened;
      const fileDeps = { recordings, serverId: server.id, fetch: deps.fetch };
      const readFile = createFileReader(fileDeps);
      const recordedSound = createRecordedSound(fileDeps);
      return createBroadcastRoutes({ ...opened, ministry, watch, readFile, recordedSound, now });
    },
    announcements: () =>
      liveAnnouncements(
        Object.entries(ministry().channels).flatMap(([id, { name }]) =>
          live?.activeSource(id).source?.kind === "ingest"
            ? [{ id, name, broadcasts: watch.of(id) }]
            : [],
        ),
        ministry().services,
      ),
    async close() {
      clearInterval(timer);
      await host.close();
    },
  };
}

/** Returns the port for encoders; null where the operator wants none. */
export function encoderPort({ RTMP_PORT }: Pick<Config, "RTMP_PORT">): number | null {
  return RTMP_PORT === undefined ? USUAL_PORT : RTMP_PORT;
}

function rtmpUrl(config: Pick<Config, "RTMP_PORT" | "siteUrl">): string | null {
  const port = encoderPort(config);
  return port === null ? null : `rtmp://${new URL(config.siteUrl).hostname}:${port}/live`;
}

type PassOnDeps = {
  watch: Pick<ReturnType<typeof createBroadcastWatch>, "of">;
  serverId: string;
  fetch: typeof fetch;
};

/** Passes requests of staff to the server that receives a channel, with their permission. */
function createPassOn({ watch, serverId: own, fetch }: PassOnDeps) {
  return (context: Context, channel: ChannelId): Promise<Response> | null => {
    const running = watch.of(channel).findLast(({ endedAtMs }) => endedAtMs === null);
    const isOther = running !== undefined && running.isFresh && running.server !== own;
    if (!isOther || isOfPeer(context)) return null;
    return passTo(context, running.address, fetch);
  };
}
