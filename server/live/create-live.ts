import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import type { FaultReport } from "#server/kit/faults.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import { type PreparedBody, prepareBody, sendPrepared } from "#server/kit/http/prepared-body.ts";
import type { Records } from "#server/records/records.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import { openTimeline } from "./era-store.ts";
import { guideAt } from "./guide.domain.ts";
import { createHlsProbe, type HlsProbe, type HlsProbeResult } from "./hls-probe.ts";
import type { Timeline } from "./linear.domain.ts";
import { linearLineupId } from "./linear-source.domain.ts";
import { lineupOf } from "./lineup.domain.ts";
import { livePlaylist, masterPlaylist, type Rendition } from "./live-playlist.domain.ts";
import { followCounts } from "./follow-counts.ts";
import { followStates } from "./follow-states.ts";
import { channelStates, liveStatus } from "./live-status.domain.ts";

/** A playlist changes every 4.8 s; half a second of delay is nothing to a player. */
const PLAYLIST_MEMO_MS = 500;
const STATUS_MEMO_MS = 1_000;
/** Two small playlists every so often for each stream elsewhere; open tabs make it more often. */
const WATCH_EVERY_MS = 20_000;
const WATCH_JITTER_SHARE = 0.4;

const SOURCE_NAME_LENGTH = 4;

const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
const JSON_TYPE = "application/json; charset=utf-8";

/** Players on other origins may follow a channel; it is the same for everybody. */
const OPEN_TO_ALL = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

export type LiveDeps = {
  ministry: Ministry;
  library: MediaLibrary;
  /** Where eras of channels are kept. */
  records: Pick<Records, "bookOf">;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Revision of what pages know of the site; absent: they are told of none. */
  siteRevision?: () => string;
  /** For looking at streams that a ministry has configured; nothing else is ever fetched. */
  fetch: typeof fetch;
  /** Told of each stream elsewhere, as "live:english", whether it answers. */
  report?: FaultReport;
  /** Looks at those streams also while no visitor does, so that the operator hears of a fault. */
  isWatching?: boolean;
  /** Asks the backend about how many watch; absent: nobody is counted. */
  askCounts?: () => Promise<Response>;
  /** Told within a second that a channel's state has changed, with what `/api/live` now answers. */
  onChange?: (status: LiveStatus) => void;
};

type Channel = { id: ChannelId; timeline: Timeline; renditions: Rendition[] };

/**
 * Linear channels, their programme guide and the live status.
 *
 * @throws Error when a configured line-up cannot be played or its eras cannot be kept.
 */
export async function createLive(deps: LiveDeps): Promise<Hono> {
  const { ministry, library, now } = deps;
  const channels = await openChannels(deps);
  const probe = createHlsProbe({ ...deps, onResult: streamReport(deps) });
  if (deps.isWatching === true) for (const [, url] of streamsOf(ministry)) watch(probe, url);
  const app = new Hono();

  for (const { id, timeline, renditions } of channels) {
    // Written out per channel, so that the router finds them without a regular expression.
    const master = prepareBody(masterPlaylist(renditions));
    app.get(`/live/${id}/index.m3u8`, (c) => send(c, master, PLAYLIST_TYPE, "public, max-age=60"));
    for (const { name, size } of renditions) {
      const playlist = memo(PLAYLIST_MEMO_MS, now, (ms) => livePlaylist(timeline, ms, size));
      app.get(`/live/${id}/${name}.m3u8`, (c) =>
        send(c, playlist(), PLAYLIST_TYPE, "public, max-age=1, stale-while-revalidate=2"),
      );
    }
    const guide = memo(PLAYLIST_MEMO_MS, now, (ms) =>
      JSON.stringify(guideAt(timeline, library, ms)),
    );
    app.get(`/live/${id}/guide`, (c) =>
      send(c, guide(), JSON_TYPE, "public, max-age=2, stale-while-revalidate=10"),
    );
  }

  const timelines = new Map(channels.map((channel) => [channel.id, channel.timeline]));
  const guideOf = (id: ChannelId, ms: number) => {
    const timeline = timelines.get(id);
    return timeline ? guideAt(timeline, library, ms) : null;
  };
  const countsOf = deps.askCounts
    ? followCounts({ ...deps, ask: deps.askCounts })
    : () => ({ share: 0, channels: {} });
  const { siteRevision } = deps;
  const sourceNames = namesOfSources(ministry);
  const parts = { ministry, guideOf, probe, siteRevision, sourceNames, countsOf };
  if (deps.onChange !== undefined) {
    followStates(() => liveStatus(parts, now()), channelStates, deps.onChange);
  }
  const status = memo(STATUS_MEMO_MS, now, (ms) => JSON.stringify(liveStatus(parts, ms)));
  app.get("/api/live", (c) => send(c, status(), JSON_TYPE, "public, max-age=0, s-maxage=2"));

  app.get("/live/*", (c) => {
    c.header("Cache-Control", CACHE.none);
    return c.json({ error: "not_found" }, 404, OPEN_TO_ALL);
  });
  return app;
}

/** An address may hold a key, so that pages get a name that comes from it one way only. */
function namesOfSources({ channels }: Ministry): ReadonlyMap<ChannelId, string> {
  return new Map(
    Object.entries(channels).map(([id, { source, fallback }]) => {
      const text = JSON.stringify([source, fallback ?? null]);
      return [
        id,
        createHash("sha256").update(text).digest("base64url").slice(0, SOURCE_NAME_LENGTH),
      ];
    }),
  );
}

/** Channels whose source is a stream elsewhere, with its address. */
function streamsOf({ channels }: Ministry): (readonly [ChannelId, string])[] {
  return Object.entries(channels).flatMap(([id, { source }]) =>
    source.kind === "hls" ? [[id, source.url] as const] : [],
  );
}

/** A stream that is silent is a fault only while a service should be on it. */
function streamReport({ ministry, now, report }: LiveDeps) {
  return (url: string, { state, fault }: HlsProbeResult): void => {
    const [service] = nextOccurrences(ministry.services, now(), 1);
    const isServiceOn = service !== undefined && service.startMs <= now();
    const silence = state === "offline" && isServiceOn ? "nobody is sending in a service" : null;
    for (const [id, address] of streamsOf(ministry)) {
      if (address === url) report?.(`live:${id}`, fault ?? silence);
    }
  };
}

/** Looks now and then, at moments of its own: many servers must not ask one stream together. */
function watch(probe: HlsProbe, url: string): void {
  probe(url);
  const pauseMs = WATCH_EVERY_MS * (1 + (Math.random() - 0.5) * WATCH_JITTER_SHARE);
  setTimeout(() => watch(probe, url), pauseMs).unref();
}

async function openChannels(deps: LiveDeps): Promise<Channel[]> {
  const channels: Channel[] = [];
  for (const [id, channel] of Object.entries(deps.ministry.channels)) {
    const lineupId = linearLineupId(channel);
    if (lineupId !== null) {
      const { items, renditions } = lineupOf(deps.library, lineupId);
      const timeline = await openTimeline({
        book: deps.records.bookOf("live"),
        channelId: id,
        items,
        isPlayable: (clip) => deps.library.clips.get(clip.id)?.version === clip.version,
        nowMs: deps.now(),
      });
      channels.push({ id, timeline, renditions });
    }
  }
  return channels;
}

/**
 * Keeps an answer for as long as the clock stays in one slot of `slotMs`. Slots are cut from the
 * epoch on, so that all processes make the same answer from the same instant.
 */
function memo(slotMs: number, now: () => number, make: (ms: number) => string): () => PreparedBody {
  let keptSlot = Number.NaN;
  let text: string | null = null;
  let kept = prepareBody("", "passing");
  return () => {
    const slot = Math.floor(now() / slotMs);
    if (slot !== keptSlot) {
      const current = make(slot * slotMs);
      if (current !== text) kept = prepareBody(current, "passing");
      text = current;
      keptSlot = slot;
    }
    return kept;
  };
}

function send(
  c: Context,
  answer: PreparedBody,
  type: string,
  cacheControl: string,
): Promise<Response> {
  const headers = { ...OPEN_TO_ALL, "Content-Type": type, "Cache-Control": cacheControl };
  return sendPrepared(c, answer, headers);
}
