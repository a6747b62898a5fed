import { Worker } from "node:worker_threads";
import type { EncoderCheck } from "#ingest/check/encoder-check.ts";
import type { EndReason } from "#ingest/ingest-sink.ts";
import type { Rejection } from "#ingest/rtmp/rtmp-connection.ts";
import type { RtmpServerLimits } from "#ingest/rtmp/rtmp-server.ts";
import type { PublishRequest } from "#ingest/rtmp/session.ts";
import type { Notice, Segment } from "#ingest/segmenter-contract.ts";
import { isWithin } from "@reign-tv/kit/durations.ts";
import type { ReportFault } from "@reign-tv/kit/fault-registry.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { createCalls, replyTo, type Calls } from "./calls.ts";
import type {
  BroadcastPosition,
  FromWorker,
  IngestWorkerData,
  Publisher,
  ToWorker,
} from "./worker-messages.ts";

/** Heap of the worker: one that runs away ends alone. Media bytes lie outside it and have limits of their own. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
const FIRST_RESTART_MS = 500;
const LAST_RESTART_MS = 30_000;
const ALIVE_MS = 1_000;
/** A worker that is silent for so many intervals is stuck. */
const MISSED_INTERVALS = 10;
/** A worker that ran for so long starts again without a longer delay. */
const STEADY_MS = 60_000;

/** Name under which faults are reported. */
const INGEST_COMPONENT = "live ingest";

export type IngestHostDeps = {
  /** Returns null for a wrong address or key. */
  authorize(request: PublishRequest & { address: string }): Promise<{ publisherId: string } | null>;
  /** A broadcast begins, or goes on after its encoder was away. All segments before are stored. */
  onStart(publisher: Publisher): Promise<BroadcastPosition>;
  /** Stores a segment. The encoder waits; a rejection is reported as a fault, and the broadcast goes on. */
  onSegment(publisherId: string, segment: Segment): Promise<void>;
  onNotice(publisherId: string, notice: Notice): void;
  /** Reports what arrives, each second while a broadcast runs and at its end. */
  onCheck(publisherId: string, check: EncoderCheck): void;
  /** The connection of a broadcast has ended, and its last segment is stored. */
  onEnd(publisherId: string, reason: EndReason, detail: string | null): void;
  onReject(rejection: Rejection): void;
  report: ReportFault;
  now: () => number;
  targetSeconds: number;
  /** Program that encodes sound alone (`ffmpegCommand`); without one the sound stays as it is. */
  soundCommand?: readonly string[] | null;
  limits?: Partial<RtmpServerLimits>;
  /** Module with `createSegmenter`, for tests. */
  segmenterModule?: string;
  /** Delay before the first restart in milliseconds, for tests. */
  firstRestartMs?: number;
  /** Interval at which the worker tells that it is not stuck in milliseconds, for tests. */
  aliveMs?: number;
};

/** A recording that arrives in pieces, from a browser. */
export type Feed = {
  /**
   * Takes the next bytes; wait for it before the next call.
   *
   * @throws Error when the recording cannot be read or the feed has ended.
   */
  push(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
};

export type IngestHost = {
  /**
   * Listens for encoders, also after a restart of the worker. Replaces a port that is open. Port 0 is any free one.
   *
   * @returns the port.
   * @throws StartError when the port is in use or not allowed; its cause has the code of Node.
   */
  openPort(address: { host: string; port: number }): Promise<number>;
  /** Ends the broadcasts of encoders and listens no more. Feeds go on. */
  closePort(): Promise<void>;
  /** Returns null while another connection sends for the same id. */
  openFeed(options: { publisherId: string }): Promise<Feed | null>;
  /** Ends the broadcast of a publisher, whose encoder may come back. */
  stop(publisherId: string): void;
  /** Ends all broadcasts, stores their last segments and ends the worker. */
  close(): Promise<void>;
};

type Running = {
  worker: Worker;
  startedMs: number;
  /** Intervals since its last message; null until the first, because a start may take long. */
  missed: number | null;
  post(message: ToWorker): void;
  ports: Calls<number>;
  feeds: Calls<number | null>;
  done: Calls<null>;
  publishing: Set<string>;
  exited: Promise<void>;
};

/** Creates the host of the ingest worker, which starts with the first port or feed. */
export function createIngestHost(deps: IngestHostDeps): IngestHost {
  const firstRestartMs = deps.firstRestartMs ?? FIRST_RESTART_MS;
  const aliveMs = deps.aliveMs ?? ALIVE_MS;
  let running: Running | null = null;
  let wanted: { host: string; port: number } | null = null;
  let isClosing = false;
  let restartMs = firstRestartMs;
  let restart: NodeJS.Timeout | null = null;

  function startWorker(): Running {
    if (isClosing) throw new Error("The ingest is closed");
    const data: IngestWorkerData = {
      segmenterModule: deps.segmenterModule ?? null,
      targetSeconds: deps.targetSeconds,
      soundCommand: deps.soundCommand ?? null,
      limits: deps.limits ?? {},
      aliveMs,
    };
    const worker = new Worker(new URL("ingest-worker.ts", import.meta.url), {
      name: "ingest",
      workerData: data,
      resourceLimits: RESOURCE_LIMITS,
      execArgv: [],
    });
    const exited = Promise.withResolvers<void>();
    const started: Running = {
      worker,
      startedMs: deps.now(),
      missed: null,
      post: (message) => worker.postMessage(message, []),
      ports: createCalls(),
      feeds: createCalls(),
      done: createCalls(),
      publishing: new Set(),
      exited: exited.promise,
    };
    let fault = "it ended";
    worker.on("error", (error) => {
      fault = messageOf(error);
    });
    worker.on("message", (message: FromWorker) => void receive(started, message));
    // Counted, not timed: a main thread that was stuck itself ends no worker.
    const watching = setInterval(() => {
      if (started.missed === null) return;
      started.missed++;
      if (started.missed <= MISSED_INTERVALS) return;
      fault = `no sign of life for ${(MISSED_INTERVALS * aliveMs) / 1_000} s`;
      void worker.terminate();
    }, aliveMs);
    watching.unref();
    worker.on("exit", () => {
      clearInterval(watching);
      onExit(started, fault);
      exited.resolve();
    });
    running = started;
    return started;
  }

  function onExit(ended: Running, fault: string): void {
    if (running === ended) running = null;
    for (const calls of [ended.ports, ended.feeds, ended.done])
      calls.fail("The ingest worker ended");
    for (const publisherId of ended.publishing) deps.onEnd(publisherId, "crashed", fault);
    if (isClosing) return;
    deps.report(INGEST_COMPONENT, `The worker ended: ${fault}`);
    if (!isWithin(STEADY_MS, ended.startedMs, deps.now())) restartMs = firstRestartMs;
    planRestart();
  }

  /** Without a port the next feed starts the worker. */
  function planRestart(): void {
    if (wanted === null || isClosing || restart !== null) return;
    restart = setTimeout(() => {
      restart = null;
      void reopenPort();
    }, restartMs);
    restartMs = Math.min(LAST_RESTART_MS, restartMs * 2);
  }

  async function reopenPort(): Promise<void> {
    if (wanted === null || isClosing) return;
    const current = running ?? startWorker();
    try {
      await listen(current, wanted);
      deps.report(INGEST_COMPONENT, null);
    } catch (error) {
      deps.report(INGEST_COMPONENT, messageOf(error));
      // A worker that died has planned its restart.
      if (running === current) planRestart();
    }
  }

  const listen = async (to: Running, address: { host: string; port: number }): Promise<number> =>
    to.ports.start((call) => to.post({ kind: "open-port", call, ...address }));

  async function store(publisherId: string, segment: Segment): Promise<null> {
    try {
      await deps.onSegment(publisherId, segment);
      deps.report(INGEST_COMPONENT, null);
    } catch (error) {
      deps.report(INGEST_COMPONENT, `A segment was not stored: ${messageOf(error)}`);
    }
    return null;
  }

  async function start(from: Running, publisher: Publisher): Promise<BroadcastPosition> {
    const position = await deps.onStart(publisher);
    from.publishing.add(publisher.publisherId);
    return position;
  }

  async function receive(from: Running, message: FromWorker): Promise<void> {
    from.missed = 0;
    switch (message.kind) {
      case "alive":
        return;
      case "authorize": {
        const reply = await replyTo(async () => deps.authorize(message.request));
        from.post({ kind: "authorized", call: message.call, reply });
        return;
      }
      case "start": {
        const reply = await replyTo(async () => start(from, message.publisher));
        from.post({ kind: "started", call: message.call, reply });
        return;
      }
      case "segment": {
        const reply = await replyTo(async () => store(message.publisherId, message.segment));
        from.post({ kind: "stored", call: message.call, reply });
        return;
      }
      case "notice":
        deps.onNotice(message.publisherId, message.notice);
        return;
      case "check":
        deps.onCheck(message.publisherId, message.check);
        return;
      case "end":
        from.publishing.delete(message.publisherId);
        deps.onEnd(message.publisherId, message.reason, message.detail);
        return;
      case "reject":
        deps.onReject(message.rejection);
        return;
      case "port-opened":
        from.ports.settle(message.call, message.reply);
        return;
      case "feed-opened":
        from.feeds.settle(message.call, message.reply);
        return;
      case "done":
        from.done.settle(message.call, message.reply);
    }
  }

  return {
    async openPort(address) {
      const isOpen = running !== null && restart === null;
      if (isOpen && wanted?.host === address.host && wanted.port === address.port)
        return wanted.port;
      const port = await listen(running ?? startWorker(), address);
      wanted = { ...address, port };
      return port;
    },
    async closePort() {
      wanted = null;
      if (restart !== null) clearTimeout(restart);
      restart = null;
      const current = running;
      await current?.done.start((call) => current.post({ kind: "close-port", call }));
    },
    async openFeed({ publisherId }) {
      const current = running ?? startWorker();
      const feedId = await current.feeds.start((call) =>
        current.post({ kind: "open-feed", call, publisherId }),
      );
      if (feedId === null) return null;
      return {
        async push(bytes) {
          if (running !== current) throw new Error("The ingest worker ended");
          await current.done.start((call) =>
            current.post({ kind: "push-feed", call, feedId, bytes }),
          );
        },
        async end() {
          if (running !== current) return;
          await current.done.start((call) => current.post({ kind: "end-feed", call, feedId }));
        },
      };
    },
    stop(publisherId) {
      running?.post({ kind: "stop", publisherId });
    },
    async close() {
      isClosing = true;
      wanted = null;
      if (restart !== null) clearTimeout(restart);
      const current = running;
      if (current === null) return;
      // A worker that dies instead has nothing more to store.
      await current.done
        .start((call) => current.post({ kind: "close", call }))
        .catch(() => undefined);
      await current.worker.terminate();
      await current.exited;
    },
  };
}
