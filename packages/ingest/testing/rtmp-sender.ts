import { setTimeout as wait } from "node:timers/promises";
import { MESSAGE, joinBytes } from "#ingest/rtmp/protocol.ts";
import { OTHER_SIZE, THREE_SECONDS, readFlvFile, type FlvTag } from "./flv-file.ts";
import { openRtmpClient, type RtmpClient } from "./rtmp-client.ts";

/** Departures from a good encoder. Seconds count from the start of the broadcast. */
export type SenderFaults = {
  /** Time of the first picture in milliseconds: 2 ** 32 - 2_000 wraps after two seconds. */
  startMs?: number;
  /** Sends the picture in the form of Enhanced RTMP, under this name. */
  fourcc?: "avc1" | "hvc1" | "av01" | "vp09";
  otherSizeFromSecond?: number;
  /** Drops the connection in the middle of a message. */
  cutAtSecond?: number;
  isByteByByte?: boolean;
};

export type RtmpSenderOptions = {
  port: number;
  app?: string;
  key: string;
  /** Length of the broadcast; until the signal by default. */
  seconds?: number;
  /** 1 is real time; Infinity sends as fast as the server reads. */
  speed?: number;
  faults?: SenderFaults;
  signal?: AbortSignal;
};

export type SenderResult = {
  /** `closed`: the server ended the connection; `cut`: a fault did. */
  outcome: "finished" | "refused" | "closed" | "cut";
  /** Status of the server's answer to `publish`; null when it closed without one. */
  status: string | null;
  /** Seconds of picture and sound that were sent. */
  sentSeconds: number;
};

const PICTURE_MS = 40;

/** Publishes a broadcast as an encoder does: three seconds of 240p, repeated. */
export async function sendRtmp(options: RtmpSenderOptions): Promise<SenderResult> {
  const { port, key, app = "live", faults = {} } = options;
  const { isByteByByte = false } = faults;
  const client = await openRtmpClient({ host: "127.0.0.1", port, isByteByByte });
  try {
    await client.shakeHands();
    await client.connect(app);
    const status = await client.publish(key);
    if (status !== "NetStream.Publish.Start") return { outcome: "refused", status, sentSeconds: 0 };
    const { outcome, sentSeconds } = await sendTags(client, options, faults);
    if (outcome === "finished") await finish(client, key);
    return { outcome, status, sentSeconds };
  } finally {
    client.socket.destroy();
  }
}

async function sendTags(
  client: RtmpClient,
  { seconds = Infinity, speed = 1, signal }: RtmpSenderOptions,
  faults: SenderFaults,
): Promise<{ outcome: "finished" | "closed" | "cut"; sentSeconds: number }> {
  const startedMs = performance.now();
  let sentSeconds = 0;
  for (const { second, type, body } of tagsOf(faults)) {
    if (second >= seconds) break;
    const aheadMs = (second * 1_000) / speed - (performance.now() - startedMs);
    if (aheadMs > 5) await pause(aheadMs, client, signal);
    if (signal?.aborted === true) break;
    if (client.socket.destroyed) return { outcome: "closed", sentSeconds };
    if (second >= (faults.cutAtSecond ?? Infinity)) {
      await cut(client);
      return { outcome: "cut", sentSeconds };
    }
    await client.sendMessage(type, body, Math.round((faults.startMs ?? 0) + second * 1_000));
    sentSeconds = second;
  }
  return { outcome: "finished", sentSeconds };
}

type TimedTag = { second: number; type: number; body: Uint8Array };

/** Yields the tags of a repeated file. */
function* repeatedTags(otherFromSecond = Infinity): Generator<TimedTag, void> {
  const usual = readFlvFile(THREE_SECONDS);
  const other = otherFromSecond === Infinity ? usual : readFlvFile(OTHER_SIZE);
  let offsetMs = 0;
  for (;;) {
    const tags = offsetMs / 1_000 >= otherFromSecond ? other : usual;
    for (const { type, timeMs, body } of tags)
      yield { second: (offsetMs + timeMs) / 1_000, type, body };
    offsetMs += lengthMs(tags);
  }
}

/** Yields the tags of a broadcast with its faults. */
function* tagsOf({ fourcc, otherSizeFromSecond }: SenderFaults): Generator<TimedTag, void> {
  for (const { second, type, body } of repeatedTags(otherSizeFromSecond)) {
    if (type === MESSAGE.data) yield { second, type, body: metadata(body) };
    else if (type === MESSAGE.video && fourcc) yield { second, type, body: enhanced(body, fourcc) };
    else yield { second, type, body };
  }
}

function lengthMs(tags: readonly FlvTag[]): number {
  const pictures = tags.filter(({ type }) => type === MESSAGE.video);
  return Math.max(...pictures.map(({ timeMs }) => timeMs)) + PICTURE_MS;
}

/** Files hold "onMetaData"; encoders send it behind "@setDataFrame". */
function metadata(body: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode("@setDataFrame");
  return joinBytes(Uint8Array.of(2, 0, name.length), name, body);
}

/** Turns a legacy video tag into one of Enhanced RTMP. */
function enhanced(body: Uint8Array, fourcc: string): Uint8Array {
  const frameType = (body[0] ?? 0) & 0x70;
  const packet = body[1] ?? 0;
  const head = joinBytes(
    Uint8Array.of(0x80 | frameType | packet),
    new TextEncoder().encode(fourcc),
  );
  // Configurations have no time offset.
  return joinBytes(head, body.subarray(packet === 1 ? 2 : 5));
}

async function cut(client: RtmpClient): Promise<void> {
  const body = new Uint8Array(10_000);
  const half = Uint8Array.of(8, 0, 0, 0, 0, body.length >> 8, body.length & 0xff, 9, 1, 0, 0, 0);
  await client.sendBytes(joinBytes(half, body.subarray(0, 100)));
  client.socket.end();
  await client.closed;
}

async function finish(client: RtmpClient, key: string): Promise<void> {
  await client.sendCommand("FCUnpublish", 6, null, key);
  await client.sendCommand("deleteStream", 7, null, 1);
  client.socket.end();
  await client.closed;
}

/** Waits; a closed connection or the signal ends the waiting. */
async function pause(
  milliseconds: number,
  client: RtmpClient,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ended = new AbortController();
  const signals = signal ? [signal, ended.signal] : [ended.signal];
  const waiting = wait(milliseconds, undefined, { signal: AbortSignal.any(signals) });
  await Promise.race([waiting.catch(() => undefined), client.closed]);
  ended.abort();
}
