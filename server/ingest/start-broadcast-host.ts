import { createIngestHost, type IngestHostDeps } from "@reign-tv/ingest/worker/ingest-host.ts";
import { ffmpegCommand } from "@reign-tv/ingest/segments/sound-encoder.ts";
import { errorCode, messageOf } from "@reign-tv/kit/start-error.ts";
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { PortProblem } from "#shared/studio/studio-ingest.ts";
import type { BroadcastHost, HostCalls, InputCheck } from "./broadcast-host.ts";

/** The distance of key frames that staff are asked for. */
const TARGET_SECONDS = 2;
/** After a restart the former process may still hold the port. */
const PORT_RETRY_MS = 5_000;

type HostDeps = {
  /** Port for encoders; null: only browsers can send. */
  rtmpPort: number | null;
  /** Name or path of ffmpeg; null: sound alone stays as encoders send it. */
  ffmpeg: string | null;
  /** Limits of connections; tests shorten them. */
  limits?: NonNullable<IngestHostDeps["limits"]>;
  log: Logger;
  report: ReportFault;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Returns a function that starts the host of broadcasts. */
export function startBroadcastHost(deps: HostDeps): (calls: HostCalls) => BroadcastHost {
  return (calls) => startHost(deps, calls);
}

function startHost(
  { rtmpPort, ffmpeg, limits, log, report, now }: HostDeps,
  calls: HostCalls,
): BroadcastHost {
  const checks = new Map<ChannelId, InputCheck>();
  let isWanted = false;
  let isOpen = false;
  let portProblem: PortProblem | null = null;
  /** Opens and closes one after the other. */
  let switching = Promise.resolve();
  let retry: NodeJS.Timeout | null = null;
  const host = createIngestHost({
    async authorize({ app, streamKey }) {
      const channel = await calls.authorize(app, streamKey);
      return channel === null ? null : { publisherId: channel };
    },
    async onStart({ publisherId, protocol }) {
      checks.delete(publisherId);
      return calls.start(publisherId, protocol === "rtmp" ? "rtmp" : "browser");
    },
    onSegment: (publisherId, segment) => calls.onSegment(publisherId, segment),
    onCheck: (channel, { facts, checkResults }) => {
      checks.set(channel, { input: facts, checkResults: [...checkResults] });
    },
    onNotice: (channel, notice) => log.info({ event: "broadcast_notice", channel, ...notice }),
    onEnd(channel, reason, detail) {
      log.info({ event: "broadcast_input_ended", channel, reason, detail });
      calls.onEnd(channel, reason === "finished");
    },
    onReject: (rejection) => log.warn({ event: "encoder_refused", ...rejection }),
    report,
    now,
    targetSeconds: TARGET_SECONDS,
    soundCommand: ffmpeg === null ? null : ffmpegCommand(ffmpeg),
    ...(limits && { limits }),
  });

  function notePort(error: unknown): void {
    portProblem = error === null ? null : portProblemOf(error);
    report("rtmp", error === null ? null : messageOf(error));
  }

  function applyPort(port: number): Promise<void> {
    if (retry !== null) clearTimeout(retry);
    switching = switching.then(() => (isWanted ? openPort(port) : closePort(port)));
    return switching;
  }

  async function openPort(port: number): Promise<void> {
    if (isOpen) return;
    try {
      await host.openPort({ host: anyAddress(), port });
      isOpen = true;
      notePort(null);
      log.info({ event: "encoder_port_opened", port });
    } catch (error) {
      notePort(error);
      retry = setTimeout(() => void applyPort(port), PORT_RETRY_MS);
      retry.unref();
    }
  }

  async function closePort(port: number): Promise<void> {
    notePort(null);
    if (!isOpen) return;
    // A worker that dies instead listens no more.
    await host.closePort().catch(() => undefined);
    isOpen = false;
    log.info({ event: "encoder_port_closed", port });
  }

  return {
    async switchPort(isOn) {
      if (rtmpPort === null || isOn === isWanted) return switching;
      isWanted = isOn;
      return applyPort(rtmpPort);
    },
    disconnect: (channel) => host.stop(channel),
    openFeed: (channel) => host.openFeed({ publisherId: channel }),
    checkOf: (channel) => checks.get(channel) ?? null,
    portProblem: () => portProblem,
    async close() {
      if (retry !== null) clearTimeout(retry);
      await host.close();
    },
  };
}

/** @param error as `openPort` of the ingest throws it */
export function portProblemOf(error: unknown): PortProblem {
  switch (errorCode(error instanceof Error ? error.cause : null)) {
    case "EADDRINUSE":
      return "in-use";
    case "EACCES":
      return "not-allowed";
    case null:
    default:
      return "unknown";
  }
}

/** "::" takes IPv4 too, where the machine has IPv6. */
function anyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return addresses.some(({ address }) => isIPv6(address)) ? "::" : "0.0.0.0";
}
