import type { BackendDeps } from "#server/backend/context.ts";
import type { RealtimeDeps } from "./realtime-deps.ts";
import type { Sockets } from "./sockets/sockets.ts";

/** Registers the metrics of this process's sockets and channels. */
export function registerRealtimeMetrics(
  { metrics }: Pick<BackendDeps, "metrics">,
  { hub, traffic }: Pick<RealtimeDeps, "hub" | "traffic">,
  sockets: Pick<Sockets, "count">,
): void {
  if (metrics === undefined) return;
  metrics.gauge("realtime_sockets", "Open sockets.", () => sockets.count());
  metrics.gauge("realtime_channels", "Joined channels.", () => [...hub.all()].length);
  metrics.countElsewhere("realtime_frames_total", "Frames of all sockets.", () => [
    { labels: { way: "in" }, value: traffic.received },
    { labels: { way: "out" }, value: traffic.sent },
  ]);
  metrics.countElsewhere(
    "realtime_dropped_total",
    "Sockets that were ended because their reader was too slow.",
    () => traffic.dropped,
  );
}
