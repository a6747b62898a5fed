import { createHash, timingSafeEqual } from "node:crypto";
import type { Segment } from "@reign-tv/ingest/segmenter-contract.ts";
import type { IndexEntry } from "@reign-tv/ingest/segments/segment-index.ts";
import type { SegmentStore } from "@reign-tv/ingest/segments/segment-store.ts";
import { isWithin, MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import type { Logger } from "@reign-tv/kit/log.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type {
  BroadcastStore,
  EncoderAccess,
  EndReason,
  PlaylistNumbers,
  Via,
} from "./broadcast-store.ts";
import type { BroadcastWatch, Watched } from "./broadcast-watch.ts";
import type { Recordings } from "./recordings.ts";

/** An encoder that returns within this time continues its broadcast. */
const GRACE_MS = 10 * SECOND_MS;
/** Encoders connect again by themselves: after a stop by staff they are refused for this long. */
const STOPPED_MS = 2 * MINUTE_MS;
const HEARTBEAT_MS = 2 * SECOND_MS;
const APP = "live";

/** Reason why an encoder may not send. */
export type Rejection = "wrong-key" | "busy" | "stopped" | "unavailable";

/** A broadcast that this server receives. */
type Received = {
  id: string;
  channel: ChannelId;
  recording: SegmentStore;
  /** Hash of the key that it was accepted with; null: from a browser. */
  keyHash: string | null;
  /** Since then nothing arrives; null: it arrives. */
  droppedAtMs: number | null;
  /** Segments without a row yet: the database may have been away. */
  unsaved: IndexEntry[];
  /** Writes one segment after the other. */
  writing: Promise<void>;
};

type ReceiverDeps = {
  store: BroadcastStore;
  encoderAccess: () => Promise<EncoderAccess>;
  watch: BroadcastWatch;
  recordings: Recordings;
  /** Name of this server in rows, and its origin for other servers. */
  server: { id: string; address: string };
  channels: () => readonly ChannelId[];
  firstNumbers: (broadcast: Watched) => PlaylistNumbers;
  shiftAfter: (broadcast: Watched) => PlaylistNumbers;
  /** Opens or closes the port for encoders. */
  switchPort: (isOpen: boolean) => Promise<void>;
  /** Ends what a channel's encoder or browser sends. */
  disconnect: (channel: ChannelId) => void;
  log: Logger;
  /** Clock; milliseconds since the epoch. */
  now: () => number;
};

/** Turns what encoders send into broadcasts: rows, files and segments of playlists. */
export type Receiver = {
  /** Returns the channel of a key; null when an encoder may not send. */
  authorize(app: string, streamKey: string): Promise<ChannelId | null>;
  /**
   * Starts a broadcast, or continues one whose encoder was away.
   *
   * @throws Error while another server receives the channel, or the database is away.
   */
  start(channel: ChannelId, via: Via): Promise<{ firstNumber: number; firstInitId: number }>;
  /** Takes the next segment of a started broadcast. Never rejects. */
  segment(channel: ChannelId, segment: Segment): Promise<void>;
  /** The input is gone: an encoder that did not finish has `GRACE_MS` to return. */
  inputEnded(channel: ChannelId, isFinished: boolean): Promise<void>;
  /** Id of the broadcast of a channel that this server receives. */
  of(channel: ChannelId): string | null;
  isReceiving(id: string): boolean;
  /** Last rejection of an encoder, whatever the channel. */
  lastRejection(): { reason: Rejection; atMs: number } | null;
  /** Writes heartbeats and ends broadcasts whose grace is over; call it every second. */
  tick(): Promise<void>;
  /** Applies what other servers and staff changed; call it after each read of the rows. */
  applyChanges(): Promise<void>;
};

/** Each channel has one broadcast at most, whose segments are stored one after the other. */
export function createReceiver(deps: ReceiverDeps): Receiver {
  const { store, watch, recordings, log, now } = deps;
  const received = new Map<ChannelId, Received>();
  /** Hash of the key by which an encoder was last accepted. */
  const acceptedHashes = new Map<ChannelId, string>();
  let beatAtMs = -Infinity;
  let rejection: { reason: Rejection; atMs: number } | null = null;

  async function start(
    channel: ChannelId,
    via: Via,
  ): Promise<{ firstNumber: number; firstInitId: number }> {
    // Ends what a lost server has left open, so that it is free.
    await watch.check();
    // The encoder may have shown its key just before the stop.
    if (via === "rtmp" && isStopped(channel)) {
      rejection = { reason: "stopped", atMs: now() };
      throw new Error("Staff stopped the broadcast");
    }
    const { id: server, address } = deps.server;
    const claim = await store.claim({ channel, server, address, via });
    if (claim === null) {
      rejection = { reason: "busy", atMs: now() };
      throw new Error("Another server receives this channel");
    }
    await watch.check();
    const broadcast = watch.find(claim);
    if (broadcast === null) throw new Error("The broadcast was not found");
    const recording = await recordings.open(broadcast, deps.channels(), (problem) => {
      log.warn({ event: "recording_ended", channel, problem });
      store.setRecordingProblem(claim, problem).catch((error: unknown) => {
        log.warn({ event: "recording_problem_not_stored", err: error });
      });
    });
    // The disk has what the database missed.
    const known = broadcast.entries.at(-1)?.number ?? -1;
    const unsaved = recording.recorded().filter(({ number }) => number > known);
    for (const entry of unsaved) watch.add(claim, entry);
    received.set(channel, {
      id: claim,
      channel,
      recording,
      keyHash: via === "rtmp" ? (acceptedHashes.get(channel) ?? null) : null,
      droppedAtMs: null,
      unsaved: [...unsaved],
      writing: Promise.resolve(),
    });
    log.info({ event: "broadcast_started", channel, via, broadcast: claim });
    const initIds = [...recording.live(), ...broadcast.entries].map(({ initId }) => initId);
    return {
      firstNumber: recording.nextNumber(),
      firstInitId: 1 + initIds.reduce((max, id) => Math.max(max, id), -1),
    };
  }

  function isStopped(channel: ChannelId): boolean {
    const last = watch.of(channel).at(-1);
    if (last?.isStopRequested !== true) return false;
    return last.endedAtMs === null || isWithin(STOPPED_MS, last.endedAtMs, now());
  }

  async function end(reception: Received, reason: EndReason): Promise<void> {
    received.delete(reception.channel);
    await reception.writing;
    recordings.close(reception.id);
    const broadcast = watch.find(reception.id);
    const shift =
      broadcast === null ? { sequence: 0, discontinuity: 0 } : deps.shiftAfter(broadcast);
    await store.end(reception.id, reason, shift, reception.recording.bytes());
    log.info({ event: "broadcast_ended", channel: reception.channel, reason });
    await watch.check();
  }

  async function write(reception: Received, segment: Segment): Promise<void> {
    const entry = await reception.recording.append(segment);
    watch.add(reception.id, entry);
    reception.unsaved.push(entry);
    await store.addSegments(reception.id, reception.unsaved);
    reception.unsaved = [];
    const broadcast = watch.find(reception.id);
    if (broadcast === null || broadcast.first !== null) return;
    await store.setOnAir(reception.id, deps.firstNumbers(broadcast));
    await watch.check();
  }

  return {
    async authorize(app, streamKey) {
      const refuse = (reason: Rejection): null => {
        rejection = { reason, atMs: now() };
        return null;
      };
      try {
        const hash = createHash("sha256").update(streamKey).digest();
        const { keys } = await deps.encoderAccess();
        // Compares with every key, so that the time tells nothing.
        const [key] = keys.filter((one) => timingSafeEqual(Buffer.from(one.hash, "hex"), hash));
        if (app !== APP || key === undefined || !deps.channels().includes(key.channel)) {
          return refuse("wrong-key");
        }
        if (isStopped(key.channel)) return refuse("stopped");
        acceptedHashes.set(key.channel, key.hash);
        return key.channel;
      } catch (error) {
        log.warn({ event: "broadcast_refused", err: error });
        return refuse("unavailable");
      }
    },
    start,
    segment(channel, segment) {
      const reception = received.get(channel);
      if (reception === undefined) return Promise.resolve();
      reception.writing = reception.writing
        .then(() => write(reception, segment))
        .catch((error: unknown) => log.warn({ event: "segment_not_stored", err: error }));
      return reception.writing;
    },
    async inputEnded(channel, isFinished) {
      const reception = received.get(channel);
      if (reception === undefined) return;
      if (isFinished) return end(reception, "encoder");
      reception.droppedAtMs = now();
      await store.setDropped(reception.id, true).catch(() => undefined);
    },
    of: (channel) => received.get(channel)?.id ?? null,
    isReceiving: (id) => [...received.values()].some((one) => one.id === id),
    lastRejection: () => rejection,
    async tick() {
      const ids = [...received.values()].map(({ id }) => id);
      if (ids.length > 0 && !isWithin(HEARTBEAT_MS, beatAtMs, now())) {
        beatAtMs = now();
        const running = await store.heartbeat(ids);
        for (const reception of received.values()) {
          if (running.has(reception.id) || !ids.includes(reception.id)) continue;
          // Another server took it for lost: the encoder connects again and starts a new one.
          received.delete(reception.channel);
          recordings.close(reception.id);
          deps.disconnect(reception.channel);
        }
      }
      for (const reception of received.values()) {
        const { droppedAtMs } = reception;
        if (droppedAtMs !== null && !isWithin(GRACE_MS, droppedAtMs, now())) {
          await end(reception, "encoder");
        }
      }
    },
    async applyChanges() {
      // Only those from before the keys are read: a later one knows a newer key.
      const receptions = [...received.values()];
      const { isOpen, keys } = await deps.encoderAccess();
      await deps.switchPort(isOpen);
      for (const reception of receptions) {
        if (received.get(reception.channel) !== reception) continue;
        const isStopRequested = watch.find(reception.id)?.isStopRequested === true;
        const hash = keys.find(({ channel }) => channel === reception.channel)?.hash;
        const isRefused = reception.keyHash !== null && (!isOpen || hash !== reception.keyHash);
        if (!isStopRequested && !isRefused) continue;
        deps.disconnect(reception.channel);
        await end(reception, "staff");
      }
    },
  };
}
