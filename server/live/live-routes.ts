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
import { JSON_TYPE, memo, PUBLIC_HEADERS, sendLive } from "./live-responses.ts";
import { channelStates, liveStatus } from "./live-status.domain.ts";
import { createActiveSource, type ActiveSource } from "./active-source.ts";
import { openFailoverMonitor } from "./failover.ts";
import { createStreamMonitor } from "./stream-monitor.ts";

const STATUS_MEMO_MS = 1_000;

export type LiveDeps = {
  /** Its fields may change; see `ministryChanged`. */
  ministry: Ministry;
  library: MediaLibrary;
  /** Stores lineup revisions and automatic failovers. */
  stateStore: Pick<StateStore, "bookOf" | "storeOf">;
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
  const { ministry, now, report } = deps;
  const linear = createLinearChannels(deps);
  await linear.update();
  const streams = createStreamMonitor(deps);
  const { probe } = streams;
  const store = deps.stateStore.storeOf("live");
  const failovers = await openFailoverMonitor({ ...deps, probe, store });
  const activeSource = createActiveSource(ministry, failovers);
  const countsOf = deps.fetchCounts
    ? pollViewerCounts({ ...deps, fetchCounts: deps.fetchCounts })
    : () => ({ share: 0, channels: {} });
  const { siteRevision } = deps;
  const statusDeps = { ministry, activeSource, linear, probe, siteRevision, countsOf };
  const read = (): LiveStatus => liveStatus(statusDeps, now());
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
    () => ministry.channels,
  );
  app.get("/api/live", (c) => sendLive(c, status(), JSON_TYPE, "public, max-age=0, s-maxage=2"));
  app.get("/live/*", async (c) => {
    const response = await linear.respond(c);
    if (response !== null) return response;
    c.header("Cache-Control", CACHE.none);
    return c.json({ error: "not_found" }, 404, PUBLIC_HEADERS);
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
