import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { readAmf0, writeAmf0, type AmfValue } from "#ingest/rtmp/amf0.ts";
import { createChunkReader } from "#ingest/rtmp/chunk-reader.ts";
import { createChunkWriter } from "#ingest/rtmp/chunk-writer.ts";
import { MESSAGE, joinBytes } from "#ingest/rtmp/protocol.ts";
import { HANDSHAKE_BYTES } from "#ingest/rtmp/session.ts";

/** The encoder's side of a connection, step by step. Errors are those of the socket. */
export type RtmpClient = {
  readonly socket: Socket;
  /** Sends bytes as they are and waits while the server does not read. */
  sendBytes(bytes: Uint8Array): Promise<void>;
  sendMessage(type: number, body: Uint8Array, timeMs?: number): Promise<void>;
  sendCommand(...values: readonly AmfValue[]): Promise<void>;
  shakeHands(): Promise<void>;
  /** Connects to an application and creates a stream. */
  connect(app: string): Promise<void>;
  /** @returns the code of the status, or null when the server closed instead of an answer. */
  publish(streamKey: AmfValue): Promise<string | null>;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
};

/** The codec list of Enhanced RTMP, which current encoders send as a strict array. */
const FOURCCS: readonly AmfValue[] = ["av01", "vp09", "hvc1"];
const CHUNK_BYTES = Uint8Array.of(0, 0, 16, 0);
const CHUNK_STREAMS: ReadonlyMap<number, number> = new Map([
  [MESSAGE.setChunkSize, 2],
  [MESSAGE.command, 3],
  [MESSAGE.audio, 4],
  [MESSAGE.video, 6],
]);

/** Opens a connection. */
export async function openRtmpClient({
  host,
  port,
  isByteByByte = false,
}: {
  host: string;
  port: number;
  isByteByByte?: boolean;
}): Promise<RtmpClient> {
  const socket = connect({ host, port, noDelay: true });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  // Sending and `closed` notice it too.
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "connect"), closed]);

  const writer = createChunkWriter();
  const reader = createChunkReader();
  let handshakeLeft = 1 + 2 * HANDSHAKE_BYTES;
  const answers: (readonly AmfValue[])[] = [];
  let notify: () => void = () => undefined;
  socket.on("data", (bytes: Buffer) => {
    const chunks = bytes.subarray(handshakeLeft);
    handshakeLeft = Math.max(0, handshakeLeft - bytes.length);
    if (handshakeLeft > 0) return notify();
    for (const { type, body } of reader.push(chunks))
      if (type === MESSAGE.command) answers.push(readAmf0(body));
    notify();
  });

  /** Waits until a check passes. Returns false when the connection closes before. */
  async function until(check: () => boolean): Promise<boolean> {
    while (!check()) {
      if (socket.destroyed || socket.readableEnded) return false;
      const changed = new Promise<void>((resolve) => {
        notify = resolve;
      });
      await Promise.race([changed, closed, once(socket, "end").catch(() => undefined)]);
    }
    return true;
  }

  async function answerNamed(name: string): Promise<readonly AmfValue[] | null> {
    const index = (): number => answers.findIndex(([first]) => first === name);
    if (!(await until(() => index() >= 0))) return null;
    return answers.splice(index(), 1)[0] ?? null;
  }

  async function sendBytes(bytes: Uint8Array): Promise<void> {
    const pieces = isByteByByte ? Array.from(bytes, (byte) => Uint8Array.of(byte)) : [bytes];
    for (const piece of pieces) {
      if (socket.destroyed) return;
      if (!socket.write(piece)) await Promise.race([once(socket, "drain"), closed]).catch(() => 0);
    }
  }

  const sendMessage: RtmpClient["sendMessage"] = (type, body, timeMs = 0) =>
    sendBytes(
      writer.write({
        chunkStreamId: CHUNK_STREAMS.get(type) ?? 5,
        messageStreamId: type === MESSAGE.command || type === MESSAGE.setChunkSize ? 0 : 1,
        type,
        timeMs: timeMs >>> 0,
        body,
      }),
    );
  const sendCommand: RtmpClient["sendCommand"] = (...values) =>
    sendMessage(MESSAGE.command, writeAmf0(...values));

  return {
    socket,
    closed,
    sendBytes,
    sendMessage,
    sendCommand,
    async shakeHands() {
      await sendBytes(joinBytes(Uint8Array.of(3), new Uint8Array(HANDSHAKE_BYTES)));
      await until(() => handshakeLeft === 0);
      await sendBytes(new Uint8Array(HANDSHAKE_BYTES));
    },
    async connect(app) {
      await sendMessage(MESSAGE.setChunkSize, CHUNK_BYTES);
      const options = new Map<string, AmfValue>([
        ["app", app],
        ["type", "nonprivate"],
        ["flashVer", "FMLE/3.0 (compatible; reign-tv test)"],
        ["tcUrl", `rtmp://${host}:${port}/${app}`],
        ["fourCcList", FOURCCS],
      ]);
      await sendCommand("connect", 1, options);
      await answerNamed("_result");
    },
    async publish(streamKey) {
      await sendCommand("releaseStream", 2, null, streamKey);
      await sendCommand("FCPublish", 3, null, streamKey);
      await sendCommand("createStream", 4, null);
      await answerNamed("_result");
      await sendCommand("publish", 5, null, streamKey, "live");
      const status = await answerNamed("onStatus");
      const info = status?.[3];
      const code = info instanceof Map ? info.get("code") : null;
      return typeof code === "string" ? code : null;
    },
  };
}
