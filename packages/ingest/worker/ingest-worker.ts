import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { createEncoderChecker } from "#ingest/check/encoder-check.ts";
import { createFeedReader, type FeedReader } from "#ingest/feed/feed-reader.ts";
import type { EndReason, IngestSink } from "#ingest/ingest-sink.ts";
import { RTMP_SERVER_LIMITS, createRtmpServer, type RtmpServer } from "#ingest/rtmp/rtmp-server.ts";
import { createSoundEncoder } from "#ingest/segments/sound-encoder.ts";
import type { Notice, Segment, Segmenter, SegmenterOptions } from "#ingest/segmenter-contract.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { createCalls, replyTo } from "./calls.ts";
import { createPublishers } from "./publishers.ts";
import type {
  BroadcastPosition,
  FromWorker,
  IngestWorkerData,
  Publisher,
  ToWorker,
} from "./worker-messages.ts";

/**
 * Thread that reads the bytes of encoders and makes segments of them. It may run out of memory or crash on hostile
 * input; the main thread starts another one.
 */

/** Distance of the reports on what arrives. */
const CHECK_MS = 1_000;

type CreateSegmenter = (options: SegmenterOptions) => Segmenter;

function startWorker(
  port: MessagePort,
  data: IngestWorkerData,
  createSegmenter: CreateSegmenter,
): void {
  const { bitsPerSecond } = { ...RTMP_SERVER_LIMITS, ...data.limits };
  const limitKilobits = bitsPerSecond / 1_000;
  const authorizations = createCalls<{ publisherId: string } | null>();
  const positions = createCalls<BroadcastPosition>();
  const stores = createCalls<null>();
  const feeds = new Map<
    number,
    { reader: FeedReader; close: (reason: EndReason) => Promise<void> }
  >();
  let lastFeedId = 0;
  let server: RtmpServer | null = null;

  function post(message: FromWorker, transfer: ArrayBuffer[] = []): void {
    port.postMessage(message, transfer);
  }

  async function storeSegment(publisherId: string, segment: Segment): Promise<void> {
    const transfer = [wholeBuffer(segment.video), wholeBuffer(segment.audio)];
    await stores.start((call) =>
      post({ kind: "segment", call, publisherId, segment }, [...new Set(transfer.flat())]),
    );
  }

  async function openSink(publisher: Publisher): Promise<IngestSink> {
    const { publisherId } = publisher;
    const checker = createEncoderChecker({ now: Date.now, limitKilobits });
    const postCheck = (): void => post({ kind: "check", publisherId, check: checker.read() });
    function notify(notice: Notice): void {
      checker.notice(notice);
      post({ kind: "notice", publisherId, notice });
    }
    const position = await positions.start((call) => post({ kind: "start", call, publisher }));
    const soundEncoder =
      data.soundCommand &&
      createSoundEncoder({
        command: data.soundCommand,
        onFault: (message) => notify({ id: "sound-encoder-failed", message }),
        now: Date.now,
      });
    const segmenter = createSegmenter({
      ...position,
      targetSeconds: data.targetSeconds,
      startedAt: Date.now,
      ...(soundEncoder && { encodeSound: async (sound) => soundEncoder.encode(sound) }),
      // The encoder waits until its segment is stored.
      onSegment: async (segment) => storeSegment(publisherId, segment),
      onNotice: notify,
    });
    const checking = setInterval(postCheck, CHECK_MS);
    return {
      push(event) {
        checker.add(event);
        return segmenter.push(event);
      },
      async end(reason, detail) {
        clearInterval(checking);
        try {
          await segmenter.flush();
        } catch (error) {
          notify({ id: "segment-failed", message: messageOf(error) });
        }
        soundEncoder?.close();
        postCheck();
        post({ kind: "end", publisherId, reason, detail: detail ?? null });
      },
    };
  }

  const publishers = createPublishers({ now: Date.now, open: openSink });

  async function openPort(address: { host: string; port: number }): Promise<number> {
    const opened = createRtmpServer({
      now: Date.now,
      limits: data.limits,
      authorize: async (request) =>
        authorizations.start((call) => post({ kind: "authorize", call, request })),
      onPublish: async ({ publisherId, address, disconnect }) =>
        publishers.claim({ publisherId, address, protocol: "rtmp" }, disconnect),
      onReject: (rejection) => post({ kind: "reject", rejection }),
    });
    // The former port stays when this one is in use.
    const port = await opened.listen(address);
    await server?.close();
    server = opened;
    return port;
  }

  async function closePort(): Promise<null> {
    await server?.close();
    server = null;
    return null;
  }

  async function openFeed(publisherId: string): Promise<number | null> {
    lastFeedId += 1;
    const feedId = lastFeedId;
    let early: EndReason | null = null;
    function disconnect(reason: EndReason): void {
      const feed = feeds.get(feedId);
      if (feed) void feed.close(reason);
      else early = reason;
    }
    const publisher: Publisher = { publisherId, address: null, protocol: "feed" };
    const sink = await publishers.claim(publisher, disconnect);
    if (sink === null) return null;
    const reader = createFeedReader(sink);
    async function close(reason: EndReason): Promise<void> {
      feeds.delete(feedId);
      try {
        await reader.end();
        await sink?.end(reason);
      } catch (error) {
        // All up to a fragment that is cut off was passed on.
        await sink?.end(reason, messageOf(error));
      }
    }
    feeds.set(feedId, { reader, close });
    if (early !== null) await close(early);
    return feedId;
  }

  async function pushFeed(feedId: number, bytes: Uint8Array): Promise<null> {
    const feed = feeds.get(feedId);
    if (!feed) throw new Error("The feed has ended");
    try {
      await feed.reader.push(bytes);
      return null;
    } catch (error) {
      await feed.close("invalid-input");
      throw error;
    }
  }

  async function closeAll(): Promise<null> {
    await Promise.all([
      closePort(),
      ...[...feeds.values()].map(async ({ close }) => close("server-closed")),
    ]);
    return null;
  }

  async function done(call: number, work: () => Promise<null>): Promise<void> {
    post({ kind: "done", call, reply: await replyTo(work) });
  }

  async function receive(message: ToWorker): Promise<void> {
    switch (message.kind) {
      case "open-port":
        post({
          kind: "port-opened",
          call: message.call,
          reply: await replyTo(async () => openPort(message)),
        });
        return;
      case "open-feed":
        post({
          kind: "feed-opened",
          call: message.call,
          reply: await replyTo(async () => openFeed(message.publisherId)),
        });
        return;
      case "close-port":
        return done(message.call, closePort);
      case "push-feed":
        return done(message.call, async () => pushFeed(message.feedId, message.bytes));
      case "end-feed":
        return done(message.call, async () => {
          await feeds.get(message.feedId)?.close("finished");
          return null;
        });
      case "close":
        return done(message.call, closeAll);
      case "stop":
        publishers.stop(message.publisherId, "stopped");
        return;
      case "authorized":
        authorizations.settle(message.call, message.reply);
        return;
      case "started":
        positions.settle(message.call, message.reply);
        return;
      case "stored":
        stores.settle(message.call, message.reply);
    }
  }

  port.on("message", (message: ToWorker) => void receive(message));
  setInterval(() => post({ kind: "alive" }), data.aliveMs);
}

/** Returns the buffer of bytes that fill it. Others are copied: their buffer belongs to more than them. */
function wholeBuffer(bytes: Uint8Array | null): ArrayBuffer[] {
  const buffer = bytes?.buffer;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes?.byteLength ? [buffer] : [];
}

if (parentPort !== null) {
  const data: IngestWorkerData = workerData;
  const module: { createSegmenter: CreateSegmenter } = await (data.segmenterModule === null
    ? import("#ingest/segments/segmenter.ts")
    : import(data.segmenterModule));
  startWorker(parentPort, data, module.createSegmenter);
}
