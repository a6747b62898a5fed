import type { EncoderCheck } from "#ingest/check/encoder-check.ts";
import type { EndReason } from "#ingest/ingest-sink.ts";
import type { Rejection } from "#ingest/rtmp/rtmp-connection.ts";
import type { RtmpServerLimits } from "#ingest/rtmp/rtmp-server.ts";
import type { PublishRequest } from "#ingest/rtmp/session.ts";
import type { Notice, Segment, SegmenterOptions } from "#ingest/segmenter-contract.ts";

/** A connection with a valid key, or a feed. */
export type Publisher = {
  publisherId: string;
  protocol: "rtmp" | "feed";
  /** IPv4 address, or IPv6 network of /64; null for a feed. */
  address: string | null;
};

/** Position at which a broadcast goes on of which segments exist already. */
export type BroadcastPosition = Pick<SegmenterOptions, "firstNumber" | "firstInitId">;

/** Result of a call between the threads. */
export type Reply<Value> =
  | { ok: true; value: Value }
  | {
      ok: false;
      message: string;
      isStartError: boolean;
      /** Of the error of Node behind a StartError. */
      code: string | null;
    };

export type IngestWorkerData = {
  /** Module with `createSegmenter`; null for our own. */
  segmenterModule: string | null;
  targetSeconds: number;
  /** Program that encodes sound alone (`createSoundEncoder`); null: sound stays as it is. */
  soundCommand: readonly string[] | null;
  limits: Partial<RtmpServerLimits>;
  /** Interval of its messages `alive` in milliseconds. */
  aliveMs: number;
};

/** Messages of the main thread. `call` numbers a call; its reply has the same number. */
export type ToWorker =
  | { kind: "open-port"; call: number; host: string; port: number }
  | { kind: "close-port"; call: number }
  | { kind: "open-feed"; call: number; publisherId: string }
  | { kind: "push-feed"; call: number; feedId: number; bytes: Uint8Array }
  | { kind: "end-feed"; call: number; feedId: number }
  | { kind: "stop"; publisherId: string }
  | { kind: "close"; call: number }
  | { kind: "authorized"; call: number; reply: Reply<{ publisherId: string } | null> }
  | { kind: "started"; call: number; reply: Reply<BroadcastPosition> }
  | { kind: "stored"; call: number; reply: Reply<null> };

export type FromWorker =
  /** At each interval: the thread is not stuck. */
  | { kind: "alive" }
  | { kind: "authorize"; call: number; request: PublishRequest & { address: string } }
  | { kind: "start"; call: number; publisher: Publisher }
  | { kind: "segment"; call: number; publisherId: string; segment: Segment }
  | { kind: "notice"; publisherId: string; notice: Notice }
  | { kind: "check"; publisherId: string; check: EncoderCheck }
  | { kind: "end"; publisherId: string; reason: EndReason; detail: string | null }
  | { kind: "reject"; rejection: Rejection }
  | { kind: "port-opened"; call: number; reply: Reply<number> }
  | { kind: "feed-opened"; call: number; reply: Reply<number | null> }
  /** Replies to the other messages. */
  | { kind: "done"; call: number; reply: Reply<null> };
