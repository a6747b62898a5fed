import type { ReportFault } from "#server/kit/fault-registry.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { createHlsProbe, type HlsProbe, type HlsProbeResult } from "./hls-probe.ts";

/** Each check reads two small playlists per external stream; open tabs make more. */
const CHECK_INTERVAL_MS = 12_000;
const CHECK_JITTER_SHARE = 0.4;

type StreamMonitorDeps = {
  ministry: Pick<Ministry, "channels" | "services">;
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
export function createStreamMonitor(deps: StreamMonitorDeps): StreamMonitor {
  const { ministry } = deps;
  const probe = createHlsProbe({ ...deps, onResult: streamReport(deps) });
  const monitored = new Set<string>();

  /** Checks with jitter, so that servers do not request a stream at the same time. */
  function monitor(url: string): void {
    if (!urlsOf(ministry).includes(url)) {
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
      for (const url of urlsOf(ministry)) {
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
    const [service] = nextOccurrences(ministry.services, now(), 1);
    const isServiceOn = service !== undefined && service.startMs <= now();
    const silence = state === "offline" && isServiceOn ? "nobody is sending in a service" : null;
    for (const [id, address] of ownStreams(ministry)) {
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
