import type { ReportFault } from "#server/kit/fault-registry.ts";
import { nextOccurrences } from "#shared/live/service-schedule.domain.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import { createHlsProbe, type HlsProbe, type HlsProbeResult } from "./hls-probe.ts";

/** Two small playlists every so often for each stream elsewhere; open tabs make it more often. */
const WATCH_EVERY_MS = 12_000;
const WATCH_JITTER_SHARE = 0.4;

type WatchDeps = {
  ministry: Pick<Ministry, "channels" | "services">;
  fetch: typeof fetch;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Told of each channel's own stream, as "live:english", whether it answers. */
  report?: ReportFault;
};

type StreamWatch = {
  probe: HlsProbe;
  /** Looks from now on at the streams that the ministry names now, also while no visitor does. */
  follow(): void;
};

/** Looks at the streams elsewhere that channels play or may play. */
export function createStreamWatch(deps: WatchDeps): StreamWatch {
  const { ministry } = deps;
  const probe = createHlsProbe({ ...deps, onResult: streamReport(deps) });
  const watched = new Set<string>();

  /** Looks now and then, at moments of its own: many servers must not ask one stream together. */
  function watch(url: string): void {
    if (!addressesOf(ministry).includes(url)) {
      watched.delete(url);
      return;
    }
    probe(url);
    const pauseMs = WATCH_EVERY_MS * (1 + (Math.random() - 0.5) * WATCH_JITTER_SHARE);
    setTimeout(() => watch(url), pauseMs).unref();
  }

  return {
    probe,
    follow() {
      for (const url of addressesOf(ministry)) {
        if (watched.has(url)) continue;
        watched.add(url);
        watch(url);
      }
    },
  };
}

/** A stream that is silent is a fault only while a service should be on it. */
function streamReport({ ministry, now, report }: WatchDeps) {
  return (url: string, { state, fault }: HlsProbeResult): void => {
    const [service] = nextOccurrences(ministry.services, now(), 1);
    const isServiceOn = service !== undefined && service.startMs <= now();
    const silence = state === "offline" && isServiceOn ? "nobody is sending in a service" : null;
    for (const [id, address] of ownStreams(ministry)) {
      if (address === url) report?.(`live:${id}`, fault ?? silence);
    }
  };
}

/** Channels whose own source is a stream elsewhere, with its address. */
function ownStreams({ channels }: Pick<Ministry, "channels">): (readonly [ChannelId, string])[] {
  return Object.entries(channels).flatMap(([id, { source, isOffAir }]) =>
    source.kind === "hls" && isOffAir !== true ? [[id, source.url] as const] : [],
  );
}

/** Addresses of all streams elsewhere, also of those that stand by. */
function addressesOf({ channels }: Pick<Ministry, "channels">): string[] {
  return Object.values(channels).flatMap(({ source, fallback }) =>
    [source, fallback].flatMap((each) => (each?.kind === "hls" ? [each.url] : [])),
  );
}
