import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { type ChannelId, channelIds } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { createHlsProbe, type HlsProbe, type HlsProbeResult } from "./hls-probe.ts";
import { type Context, Hono } from "hono";
import { CACHE } from "#server/http/cache-policy.ts";
import { PUBLIC_HEADERS } from "#server/http/public-headers.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { pollViewerCounts, watchStatus } from "./watch-status.ts";
import { createLinearChannels, type LinearChannels, SOUND_PLAYLIST } from "./linear-channels.ts";
import { JSON_TYPE, memo, sendLive } from "./live-responses.ts";
import { channelStates, liveStatus } from "./live-status.domain.ts";
import { createActiveSource, lineupPath, type ActiveSource } from "./active-source.ts";
import { openFailoverMonitor } from "./failover.ts";
import { NEVER_ON_AIR, type OnAir } from "./on-air.ts";

/** Each check reads two small playlists per external stream; open tabs make more. */
const CHECK_INTERVAL_MS = 12_000;
const CHECK_JITTER_SHARE = 0.4;

type StreamMonitorDeps = {
  ministry: () => Pick<Ministry, "channels" | "services">;
  fetch: typeof fetch;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Receives failures of each channel's own stream, as "live:english". */
  report?: ReportFault;
};

type StreamMonitor = {
  probe: HlsProbe;
  /** Starts monitoring streams that the ministry has added, also without visitors. */
  update(): void;
};

/** Monitors the external streams that channels play or may play. */
function createStreamMonitor(deps: StreamMonitorDeps): StreamMonitor {
  const { ministry } = deps;
  const probe = createHlsProbe({ ...deps, onResult: streamReport(deps) });
  const monitored = new Set<string>();

  /** Checks with jitter, so that servers do not request a stream at the same time. */
  function monitor(url: string): void {
    if (!urlsOf(ministry()).includes(url)) {
      monitored.delete(url);
      return;
    }
    probe(url);
    const delayMs = CHECK_INTERVAL_MS * (1 + (Math.random() - 0.5) * CHECK_JITTER_SHARE);
    setTimeout(() => monitor(url), delayMs).unref();
  }

  return {
    probe,
    update() {
      for (const url of urlsOf(ministry())) {
        if (monitored.has(url)) continue;
        monitored.add(url);
        monitor(url);
      }
    },
  };
}

/** A silent stream is a failure only during a service. */
function streamReport({ ministry, now, report }: StreamMonitorDeps) {
  return (url: string, { state, fault }: HlsProbeResult): void => {
    const [service] = nextOccurrences(ministry().services, now(), 1);
    const isServiceOn = service !== undefined && service.startMs <= now();
    const silence = state === "offline" && isServiceOn ? "nobody is sending in a service" : null;
    for (const [id, address] of ownStreams(ministry())) {
      if (address === url) report?.(`live:${id}`, fault ?? silence);
    }
  };
}

/** Channels whose own source is an external stream, with its URL. */
function ownStreams({ channels }: Pick<Ministry, "channels">): (readonly [ChannelId, string])[] {
  return Object.entries(channels).flatMap(([id, { source, isOffAir }]) =>
    source.kind === "hls" && isOffAir !== true ? [[id, source.url] as const] : [],
  );
}

/** URLs of all external streams, including fallbacks. */
function urlsOf({ channels }: Pick<Ministry, "channels">): string[] {
  return Object.values(channels).flatMap(({ source, fallback }) =>
    [source, fallback].flatMap((each) => (each?.kind === "hls" ? [each.url] : [])),
  );
}

const STATUS_MEMO_MS = 1_000;

/** Parts of the live channels that own broadcasts are joined with. */
export type OpenLive = {
  activeSource: ActiveSource;
  linear: LinearChannels;
};

/** Own broadcasts of the channels. */
type Broadcasts = {
  onAir: OnAir;
  /** Serves their paths below `/live/`; null for others. */
  respondWith: (live: OpenLive) => (context: Context) => Promise<Response> | null;
};

type LiveDeps = {
  /** May change; see `ministryChanged`. */
  ministry: () => Ministry;
  library: MediaLibrary;
  /** Stores lineup revisions and automatic failovers. */
  stateStore: Pick<StateStore, "appendOnlyOf" | "storeOf">;
  /** Returns true on the server that decides about failovers; absent: it is the only one. */
  leads?: () => Promise<boolean>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Revision of the site data; absent: not reported. */
  siteRevision?: () => string;
  /** Fetches configured streams only. */
  fetch: typeof fetch;
  /** Receives failures of external streams as "live:english", and of lineups as "live". */
  report?: ReportFault;
  /** Also checks those streams without visitors, for failovers and alerts. */
  isWatching?: boolean;
  /** Own broadcasts; absent: this server has none. */
  broadcasts?: Broadcasts | undefined;
  /** Requests viewer counts from the backend; absent: no counts. */
  fetchCounts?: () => Promise<Response>;
  /** Called within a second of a change with the new `/api/live`. */
  onChange?: (status: LiveStatus) => void;
};

/** Live channels: routes and state. */
export type Live = {
  app: Hono;
  activeSource: ActiveSource;
  /** State of an external stream. */
  probe: HlsProbe;
  /** Applies changed channels and notifies open pages at once. */
  ministryChanged: () => Promise<void>;
  /** Checks failovers; runs each second while `isWatching`. */
  check: () => Promise<void>;
};

/**
 * Lineup channels, their programme guide and the live status.
 *
 * @throws Error when a configured lineup cannot be played or its revisions cannot be stored.
 */
export async function openLive(deps: LiveDeps): Promise<Live> {
  const { ministry, now, report, broadcasts } = deps;
  const onAir = broadcasts?.onAir ?? NEVER_ON_AIR;
  const linear = createLinearChannels(deps);
  await linear.update();
  const streams = createStreamMonitor(deps);
  const { probe } = streams;
  const store = deps.stateStore.storeOf("live");
  const failovers = await openFailoverMonitor({ ...deps, probe, store });
  const activeSource = createActiveSource(ministry, failovers, onAir);
  const countsOf = deps.fetchCounts
    ? pollViewerCounts({ ...deps, fetchCounts: deps.fetchCounts })
    : () => ({ share: 0, channels: {} });
  const { siteRevision } = deps;
  const statusDeps = { ministry, activeSource, linear, probe, onAir, siteRevision, countsOf };
  const read = (): LiveStatus => liveStatus(statusDeps, now());
  const respond = broadcasts?.respondWith({ activeSource, linear });
  const { onChange } = deps;
  const states = onChange && watchStatus(read, channelStates, onChange);

  if (deps.isWatching === true) {
    streams.update();
    setInterval(() => void failovers.check(), 1_000).unref();
  }

  const app = new Hono();
  const status = memo(
    STATUS_MEMO_MS,
    now,
    (ms) => JSON.stringify(liveStatus(statusDeps, ms)),
    () => ministry().channels,
  );
  app.get("/api/live", (c) => sendLive(c, status(), JSON_TYPE, CACHE.liveStatus));
  app.get("/api/live/:id/schedule", async (c) => {
    const path = playedLineupPath(ministry(), activeSource, c.req.param("id"));
    const response = path === null ? null : await linear.sendSchedule(c, path);
    return response ?? sendNotFound(c);
  });
  // A channel has one address of its sound, whichever of its lineups it plays.
  app.get(`/live/:id/${SOUND_PLAYLIST}.m3u8`, async (c) => {
    const id = c.req.param("id");
    const isKnown = channelIds(ministry().channels).includes(id);
    // Broadcasts and the lineup between them have a playlist in common.
    const takesBroadcasts = isKnown && activeSource(id).source?.kind === "ingest";
    const path = takesBroadcasts ? null : playedLineupPath(ministry(), activeSource, id);
    const sound = path === null ? null : linear.respond(c, `${path}/${SOUND_PLAYLIST}.m3u8`);
    const response = await (sound ?? respond?.(c));
    return response ?? sendNotFound(c);
  });
  app.get("/live/*", async (c) => {
    const response = await (respond?.(c) ?? linear.respond(c));
    return response ?? sendNotFound(c);
  });

  return {
    app,
    activeSource,
    probe,
    check: failovers.check,
    async ministryChanged() {
      const problem = await linear.update().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      report?.("live", problem);
      if (deps.isWatching === true) streams.update();
      states?.check();
    },
  };
}

/** Path of the lineup that a channel plays now or between broadcasts; null for an unknown channel or another source. */
function playedLineupPath(
  { channels }: Pick<Ministry, "channels">,
  activeSource: ActiveSource,
  id: string,
): string | null {
  return channelIds(channels).includes(id)
    ? lineupPath(channels, id, activeSource(id).source)
    : null;
}

function sendNotFound(context: Context): Response {
  context.header("Cache-Control", CACHE.none);
  return context.json({ error: "not_found" }, 404, PUBLIC_HEADERS);
}
