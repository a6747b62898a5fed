import { Hono } from "hono";
import type { ReportFault } from "#server/kit/fault-registry.ts";
import { CACHE } from "#server/http/cache-policy.ts";
import type { StateStore } from "#server/state-store/state-store.ts";
import type { MediaLibrary } from "#server/media/library.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { pollViewerCounts, watchStatus } from "./watch-status.ts";
import type { HlsProbe } from "./hls-probe.ts";
import { createLinearChannels } from "./linear-channels.ts";
import { JSON_TYPE, memo, OPEN_TO_ALL, sendLive } from "./live-responses.ts";
import { channelStates, liveStatus } from "./live-status.domain.ts";
import { createActiveSource, type ActiveSource } from "./active-source.ts";
import { openFailoverMonitor } from "./failover.ts";
import { createStreamWatch } from "./stream-monitor.ts";

const STATUS_MEMO_MS = 1_000;

export type LiveDeps = {
  /** Its fields may change; see `ministryChanged`. */
  ministry: Ministry;
  library: MediaLibrary;
  /** Where eras of channels are kept, and which back-ups play by themselves. */
  records: Pick<StateStore, "bookOf" | "storeOf">;
  /** Whether this server decides what back-ups do; absent: it is alone. */
  leads?: () => Promise<boolean>;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Revision of what pages know of the site; absent: they are told of none. */
  siteRevision?: () => string;
  /** For looking at streams that a ministry has configured; nothing else is ever fetched. */
  fetch: typeof fetch;
  /** Told of each stream elsewhere, as "live:english", whether it answers; as "live", whether line-ups play. */
  report?: ReportFault;
  /** Looks at those streams also while no visitor does, so that back-ups stand in and the operator hears of a fault. */
  isWatching?: boolean;
  /** Asks the backend about how many watch; absent: nobody is counted. */
  askCounts?: () => Promise<Response>;
  /** Told within a second that a channel's state has changed, with what `/api/live` now answers. */
  onChange?: (status: LiveStatus) => void;
};

/** The room of live channels. */
export type Live = {
  app: Hono;
  onAir: ActiveSource;
  /** What is known of a stream of the ministry's. */
  probe: HlsProbe;
  /** Opens and closes what the ministry's channels now want, and tells open pages at once. */
  ministryChanged: () => Promise<void>;
  /** Looks at what back-ups have to do; runs each second while `isWatching`. */
  look: () => Promise<void>;
};

/**
 * Linear channels, their programme guide and the live status.
 *
 * @throws Error when a configured line-up cannot be played or its eras cannot be kept.
 */
export async function createLive(deps: LiveDeps): Promise<Live> {
  const { ministry, now, report } = deps;
  const linear = createLinearChannels(deps);
  await linear.follow();
  const streams = createStreamWatch(deps);
  const { probe } = streams;
  const store = deps.records.storeOf("live");
  const standIns = await openFailoverMonitor({ ...deps, probe, store });
  const onAir = createActiveSource(ministry, standIns);
  const countsOf = deps.askCounts
    ? pollViewerCounts({ ...deps, ask: deps.askCounts })
    : () => ({ share: 0, channels: {} });
  const { siteRevision } = deps;
  const parts = { ministry, onAir, linear, probe, siteRevision, countsOf };
  const read = (): LiveStatus => liveStatus(parts, now());
  const { onChange } = deps;
  const states = onChange && watchStatus(read, channelStates, onChange);

  if (deps.isWatching === true) {
    streams.follow();
    setInterval(() => void standIns.look(), 1_000).unref();
  }

  const app = new Hono();
  const status = memo(
    STATUS_MEMO_MS,
    now,
    (ms) => JSON.stringify(liveStatus(parts, ms)),
    () => ministry.channels,
  );
  app.get("/api/live", (c) => sendLive(c, status(), JSON_TYPE, "public, max-age=0, s-maxage=2"));
  app.get("/live/*", async (c) => {
    const answer = await linear.answer(c);
    if (answer !== null) return answer;
    c.header("Cache-Control", CACHE.none);
    return c.json({ error: "not_found" }, 404, OPEN_TO_ALL);
  });

  return {
    app,
    onAir,
    probe,
    look: standIns.look,
    async ministryChanged() {
      const fault = await linear.follow().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      report?.("live", fault);
      if (deps.isWatching === true) streams.follow();
      states?.look();
    },
  };
}
