import type { MediaEvent } from "#ingest/media-event.ts";
import { readAmf0, writeAmf0, type AmfValue } from "./amf0.ts";
import { createChunkReader } from "./chunk-reader.ts";
import { createChunkWriter } from "./chunk-writer.ts";
import { readAudioTag, readVideoTag } from "./media-tags.ts";
import {
  MAX_BYTES_BEFORE_PUBLISH,
  MAX_MESSAGE_BYTES,
  MESSAGE,
  RtmpError,
  joinBytes,
  viewOf,
  type RtmpMessage,
} from "./protocol.ts";

const VERSION = 3;
/** Each side sends one random block and repeats the other's. */
export const HANDSHAKE_BYTES = 1_536;
const SENT_CHUNK_BYTES = 4_096;
/** Either side acknowledges each half of so many bytes, unless the encoder names another number. */
const WINDOW_BYTES = 2_500_000;
const MEDIA_STREAM_ID = 1;
/** Application and stream name together are the address of a channel; keys are below 50 characters. */
const MAX_NAME_LENGTH = 256;
const MAX_ENCODER_LENGTH = 100;

const CONTROL_CHUNK_STREAM = 2;
const COMMAND_CHUNK_STREAM = 3;
const STREAM_BEGIN = 0;
const PING_REQUEST = 6;
const PING_RESPONSE = 7;

export type PublishRequest = { app: string; streamKey: string };

export type SessionOutput =
  /** Bytes for the encoder. */
  | { kind: "send"; bytes: Uint8Array }
  /** The handshake is complete. */
  | { kind: "connected" }
  /** Call `accept` or `refuse` before the next output is read. */
  | { kind: "publish"; request: PublishRequest }
  | { kind: "media"; event: MediaEvent }
  /** The encoder ended the broadcast, or was refused: close after the bytes before this. */
  | { kind: "end" };

/** One connection of an encoder, without a socket or a clock. */
export type RtmpSession = {
  /**
   * Yields what follows from these bytes, however they are split. Read it to its end before the next call.
   * Times of media events do not wrap: they follow the encoder's 32 bits in both directions, so that a restarted
   * clock is a jump, which the segmenter handles.
   *
   * @throws RtmpError for input that breaks the protocol or a limit; close the connection then.
   */
  push(bytes: Uint8Array): Generator<SessionOutput, void>;
  accept(): void;
  /** @param reason for the person at the encoder, in English. */
  refuse(reason: string): void;
};

/** Creates the server's side of a session. */
export function createRtmpSession(): RtmpSession {
  const reader = createChunkReader();
  const writer = createChunkWriter();
  const toUnwrapped = createTimeUnwrapper();
  const isNewUnsupported = createUnsupportedFilter();
  let handshake: Uint8Array | null = new Uint8Array();
  let isAnswered = false;
  let state: "new" | "connected" | "asked" | "publishing" | "refused" | "ended" = "new";
  let app = "";
  let rejection = "";
  let windowBytes = WINDOW_BYTES;
  let receivedBytes = 0;
  let acknowledgedBytes = 0;

  function message(type: number, body: Uint8Array, messageStreamId = 0): Uint8Array {
    const isCommand = type === MESSAGE.command;
    const chunkStreamId = isCommand ? COMMAND_CHUNK_STREAM : CONTROL_CHUNK_STREAM;
    return writer.write({ chunkStreamId, messageStreamId, type, timeMs: 0, body });
  }

  const command = (...values: readonly AmfValue[]): Uint8Array =>
    message(MESSAGE.command, writeAmf0(...values));

  function status(level: "status" | "error", code: string, description: string): Uint8Array {
    const info = new Map(Object.entries({ level, code, description }));
    const body = writeAmf0("onStatus", 0, null, info);
    return message(MESSAGE.command, body, MEDIA_STREAM_ID);
  }

  /** Returns the bytes after the handshake, or null while it lasts. */
  function* shakeHands(bytes: Uint8Array): Generator<SessionOutput, Uint8Array | null> {
    if (handshake === null) return bytes;
    handshake = joinBytes(handshake, bytes);
    if (handshake.length > 0 && handshake[0] !== VERSION) throw new RtmpError("not RTMP");
    const firstEnd = 1 + HANDSHAKE_BYTES;
    if (handshake.length < firstEnd) return null;
    if (!isAnswered) {
      isAnswered = true;
      const echo = handshake.subarray(1, firstEnd);
      const answer = joinBytes(Uint8Array.of(VERSION), new Uint8Array(HANDSHAKE_BYTES), echo);
      yield { kind: "send", bytes: answer };
    }
    if (handshake.length < firstEnd + HANDSHAKE_BYTES) return null;
    const rest = handshake.subarray(firstEnd + HANDSHAKE_BYTES);
    handshake = null;
    yield { kind: "connected" };
    return rest;
  }

  function* handleMessage(received: RtmpMessage): Generator<SessionOutput, void> {
    const { type, body } = received;
    switch (type) {
      case MESSAGE.windowSize:
        if (body.length >= 4) windowBytes = viewOf(body).getUint32(0);
        return;
      case MESSAGE.userControl:
        if (body.length >= 6 && viewOf(body).getUint16(0) === PING_REQUEST)
          yield { kind: "send", bytes: message(MESSAGE.userControl, pong(body)) };
        return;
      case MESSAGE.command:
        yield* handleCommand(readAmf0(body));
        return;
      case MESSAGE.amf3Command:
        // AMF3 commands are AMF0 after one byte.
        yield* handleCommand(readAmf0(body.subarray(1)));
        return;
      case MESSAGE.audio:
      case MESSAGE.video:
      case MESSAGE.data:
      case MESSAGE.amf3Data:
        yield* handleMedia(received);
        return;
      case MESSAGE.aggregate:
        throw new RtmpError("aggregate message");
      default:
      // Acknowledgements, shared objects and types of later versions change nothing here.
    }
  }

  function* handleMedia({ type, body, timeMs }: RtmpMessage): Generator<SessionOutput, void> {
    if (state !== "publishing") throw new RtmpError("media before publish");
    let event: MediaEvent | null = null;
    if (type === MESSAGE.audio) event = readAudioTag(body, toUnwrapped(timeMs));
    else if (type === MESSAGE.video) event = readVideoTag(body, toUnwrapped(timeMs));
    else event = readMetadata(readAmf0(type === MESSAGE.data ? body : body.subarray(1)));
    if (event === null || !isNewUnsupported(event)) return;
    yield { kind: "media", event };
  }

  function* handleCommand(values: readonly AmfValue[]): Generator<SessionOutput, void> {
    const [name, transaction, first, second] = values;
    if (typeof name !== "string") throw new RtmpError("command without a name");
    switch (name) {
      case "connect":
        yield* connect(transaction, first);
        return;
      case "createStream":
        if (state !== "connected") throw new RtmpError("createStream out of order");
        yield { kind: "send", bytes: command("_result", idOf(transaction), null, MEDIA_STREAM_ID) };
        return;
      case "publish":
        // The third value is null; the name of the stream follows.
        yield* publish(second);
        return;
      case "play":
      case "play2":
        throw new RtmpError("play");
      case "FCUnpublish":
      case "deleteStream":
      case "closeStream":
        if (state === "publishing") {
          state = "ended";
          yield { kind: "end" };
        }
        return;
      default:
      // Encoders send releaseStream, FCPublish, _checkbw and wait for no answer.
    }
  }

  function* connect(
    transaction: AmfValue | undefined,
    options: AmfValue | undefined,
  ): Generator<SessionOutput, void> {
    if (state !== "new") throw new RtmpError("second connect");
    const name = options instanceof Map ? options.get("app") : undefined;
    if (!isName(name)) throw new RtmpError("connect without an application");
    app = name;
    state = "connected";
    const properties = new Map<string, AmfValue>([
      ["fmsVer", "FMS/3,0,1,123"],
      ["capabilities", 31],
    ]);
    const information = new Map<string, AmfValue>([
      ["level", "status"],
      ["code", "NetConnection.Connect.Success"],
      ["description", "Connection succeeded."],
      ["objectEncoding", 0],
    ]);
    const answer = joinBytes(
      message(MESSAGE.windowSize, uint32(WINDOW_BYTES)),
      message(MESSAGE.peerBandwidth, joinBytes(uint32(WINDOW_BYTES), Uint8Array.of(2))),
      message(MESSAGE.setChunkSize, uint32(SENT_CHUNK_BYTES)),
      command("_result", idOf(transaction), properties, information),
    );
    yield { kind: "send", bytes: answer };
  }

  function* publish(streamKey: AmfValue | undefined): Generator<SessionOutput, void> {
    if (state !== "connected") throw new RtmpError("publish out of order");
    // An old encoder sends `false`.
    if (!isName(streamKey)) throw new RtmpError("publish without a stream name");
    state = "asked";
    yield { kind: "publish", request: { app, streamKey } };
    if (rejection !== "") {
      state = "refused";
      yield { kind: "send", bytes: status("error", "NetStream.Publish.BadName", rejection) };
      yield { kind: "end" };
      return;
    }
    state = "publishing";
    reader.allowMessageBytes(MAX_MESSAGE_BYTES);
    const begin = joinBytes(Uint8Array.of(0, STREAM_BEGIN), uint32(MEDIA_STREAM_ID));
    const answer = joinBytes(
      message(MESSAGE.userControl, begin),
      status("status", "NetStream.Publish.Start", "Publishing."),
    );
    yield { kind: "send", bytes: answer };
  }

  return {
    *push(bytes) {
      if (state !== "publishing" && receivedBytes > MAX_BYTES_BEFORE_PUBLISH)
        throw new RtmpError("too much before publish");
      receivedBytes += bytes.length;
      const chunks = yield* shakeHands(bytes);
      if (chunks === null) return;
      for (const received of reader.push(chunks)) {
        yield* handleMessage(received);
        if (state === "refused" || state === "ended") return;
      }
      if (state !== "new" && receivedBytes - acknowledgedBytes >= windowBytes / 2) {
        acknowledgedBytes = receivedBytes;
        yield { kind: "send", bytes: message(MESSAGE.acknowledgement, uint32(receivedBytes)) };
      }
    },
    accept() {
      rejection = "";
    },
    refuse(reason) {
      rejection = reason;
    },
  };
}

/** Returns a function that undoes the wrap of 32 bits, for times that follow each other. */
function createTimeUnwrapper(): (timeMs: number) => number {
  let last: number | null = null;
  return (timeMs) => {
    // The difference as signed 32 bits is the shorter way round.
    last = last === null ? timeMs : last + ((timeMs - last) | 0);
    return last;
  };
}

/** Passes a codec that cannot be copied once, until the track changes. */
function createUnsupportedFilter(): (event: MediaEvent) => boolean {
  const reported = { video: "", audio: "" };
  return (event) => {
    if (event.kind === "video-config") reported.video = "";
    if (event.kind === "audio-config") reported.audio = "";
    if (event.kind !== "unsupported") return true;
    if (reported[event.track] === event.codec) return false;
    reported[event.track] = event.codec;
    return true;
  };
}

/** Reads the encoder's name out of `onMetaData`; null for other data. */
function readMetadata(values: readonly AmfValue[]): MediaEvent | null {
  const [name, ...rest] = values[0] === "@setDataFrame" ? values.slice(1) : values;
  if (name !== "onMetaData") return null;
  const [members] = rest;
  const encoder = members instanceof Map ? members.get("encoder") : undefined;
  if (typeof encoder !== "string") return { kind: "encoder", name: null };
  const printable = encoder.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(0, MAX_ENCODER_LENGTH);
  return { kind: "encoder", name: printable.trim() || null };
}

function isName(value: AmfValue | undefined): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= MAX_NAME_LENGTH;
}

function idOf(transaction: AmfValue | undefined): number {
  return typeof transaction === "number" ? transaction : 0;
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value);
  return bytes;
}

function pong(ping: Uint8Array): Uint8Array {
  return joinBytes(Uint8Array.of(0, PING_RESPONSE), ping.subarray(2, 6));
}
