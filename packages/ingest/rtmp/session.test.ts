import { array, assert, integer, nat, property, tuple } from "fast-check";
import { expect, it } from "vitest";
import { unexpectedError } from "#ingest/testing/unexpected-error.ts";
import type { MediaEvent } from "#ingest/media-event.ts";
import { THREE_SECONDS, readFlvFile } from "#ingest/testing/flv-file.ts";
import { readAmf0, writeAmf0, type AmfValue } from "./amf0.ts";
import { createChunkReader } from "./chunk-reader.ts";
import { createChunkWriter } from "./chunk-writer.ts";
import { MESSAGE, joinBytes } from "./protocol.ts";
import { HANDSHAKE_BYTES, createRtmpSession, type SessionOutput } from "./session.ts";

const HANDSHAKE = joinBytes(Uint8Array.of(3), new Uint8Array(2 * HANDSHAKE_BYTES));

/** Bytes of an encoder that publishes the film, or other messages. */
function encoderBytes(
  media: readonly { type: number; timeMs: number; body: Uint8Array }[] = readFlvFile(THREE_SECONDS),
): Uint8Array {
  const writer = createChunkWriter();
  const send = (type: number, body: Uint8Array, timeMs = 0): Uint8Array =>
    writer.write({ chunkStreamId: type + 2, messageStreamId: 1, type, timeMs, body });
  const command = (...values: readonly AmfValue[]): Uint8Array =>
    send(MESSAGE.command, writeAmf0(...values));
  return joinBytes(
    HANDSHAKE,
    send(MESSAGE.setChunkSize, Uint8Array.of(0, 0, 16, 0)),
    command("connect", 1, new Map([["app", "live"]])),
    command("createStream", 2, null),
    command("publish", 3, null, "key", "live"),
    ...media.map(({ type, timeMs, body }) => send(type, body, timeMs)),
    command("deleteStream", 4, null, 1),
  );
}

/** Runs a session that accepts the key "key". */
function run(bytes: Uint8Array, positions: readonly number[] = []): SessionOutput[] {
  const session = createRtmpSession();
  const ends = [...positions.map((position) => position % (bytes.length + 1)), bytes.length];
  const outputs: SessionOutput[] = [];
  let start = 0;
  for (const end of ends.toSorted((one, other) => one - other)) {
    for (const output of session.push(bytes.subarray(start, end))) {
      outputs.push(output);
      if (output.kind !== "publish") continue;
      if (output.request.streamKey === "key") session.accept();
      else session.refuse("no");
    }
    start = end;
  }
  return outputs;
}

const eventsOf = (outputs: readonly SessionOutput[]): MediaEvent[] =>
  outputs.flatMap((output) => (output.kind === "media" ? [output.event] : []));

/** Commands that the server sent after its handshake. */
function commandsOf(outputs: readonly SessionOutput[]): (readonly AmfValue[])[] {
  const sent = outputs.flatMap((output) => (output.kind === "send" ? [output.bytes] : []));
  const chunks = joinBytes(...sent).subarray(1 + 2 * HANDSHAKE_BYTES);
  return [...createChunkReader().push(chunks)]
    .filter(({ type }) => type === MESSAGE.command)
    .map(({ body }) => readAmf0(body));
}

it("takes a broadcast from handshake to end", () => {
  const outputs = run(encoderBytes());
  expect(outputs.find(({ kind }) => kind === "publish")).toEqual({
    kind: "publish",
    request: { app: "live", streamKey: "key" },
  });
  const events = eventsOf(outputs);
  expect(events.slice(0, 3).map(({ kind }) => kind)).toEqual([
    "encoder",
    "video-config",
    "audio-config",
  ]);
  expect(events.filter(({ kind }) => kind === "video")).toHaveLength(75);
  expect(outputs.at(-1)).toEqual({ kind: "end" });
  expect(
    commandsOf(outputs).map(([name, , , info]) => [
      name,
      info instanceof Map ? info.get("code") : info,
    ]),
  ).toEqual([
    ["_result", "NetConnection.Connect.Success"],
    ["_result", 1],
    ["onStatus", "NetStream.Publish.Start"],
  ]);
});

it("gives the same events however the bytes are split", () => {
  const bytes = encoderBytes();
  const whole = eventsOf(run(bytes));
  assert(
    property(array(nat(bytes.length), { maxLength: 60 }), (positions) => {
      expect(eventsOf(run(bytes, positions))).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

it("throws nothing but its own error for damaged bytes", () => {
  const bytes = encoderBytes(readFlvFile(THREE_SECONDS).slice(0, 20));
  const damage = array(tuple(nat(bytes.length - 1), nat(255)), {
    minLength: 1,
    maxLength: 12,
  });
  assert(
    property(damage, integer({ min: 0, max: 500 }), (changes, keptFrom) => {
      const damaged = bytes.slice();
      // The handshake is long and its bytes are free: most damage hits what follows.
      for (const [position, value] of changes)
        damaged[HANDSHAKE.length + ((position + keptFrom) % (bytes.length - HANDSHAKE.length))] =
          value;
      expect(unexpectedError(() => run(damaged))).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

it("refuses a key with a status that encoders show", () => {
  const bytes = encoderBytes();
  const session = createRtmpSession();
  const outputs: SessionOutput[] = [];
  for (const output of session.push(bytes)) {
    outputs.push(output);
    if (output.kind === "publish") session.refuse("Unknown address or stream key.");
  }
  expect(outputs.at(-1)).toEqual({ kind: "end" });
  const info = commandsOf(outputs).at(-1)?.[3];
  expect(info).toEqual(
    new Map([
      ["level", "error"],
      ["code", "NetStream.Publish.BadName"],
      ["description", "Unknown address or stream key."],
    ]),
  );
});

it("goes on in time where 32 bits wrap, and follows a clock that was set back", () => {
  const sound = (timeMs: number): { type: number; timeMs: number; body: Uint8Array } => ({
    type: MESSAGE.audio,
    timeMs,
    body: Uint8Array.of(0xaf, 1, 5),
  });
  const times = [2 ** 32 - 10, 2 ** 32 - 1, 8, 30, 5];
  const events = eventsOf(run(encoderBytes(times.map(sound))));
  expect(events.map((event) => (event.kind === "audio" ? event.presentationMs : null))).toEqual([
    2 ** 32 - 10,
    2 ** 32 - 1,
    2 ** 32 + 8,
    2 ** 32 + 30,
    2 ** 32 + 5,
  ]);
});

it("reports a codec that cannot be copied once, and again after a change", () => {
  const picture = (
    body: readonly number[],
  ): { type: number; timeMs: number; body: Uint8Array } => ({
    type: MESSAGE.video,
    timeMs: 0,
    body: Uint8Array.from(body),
  });
  const hevc = picture([0x1c, 1, 0, 0, 0, 1]);
  const avc = picture([0x17, 0, 0, 0, 0, 1, 77, 64, 30, 255, 225, 0]);
  const events = eventsOf(run(encoderBytes([hevc, hevc, avc, hevc])));
  expect(events.map(({ kind }) => kind)).toEqual(["unsupported", "video-config", "unsupported"]);
});

it("names the encoder, without control characters", () => {
  const name = (encoder: AmfValue): { type: number; timeMs: number; body: Uint8Array } => ({
    type: MESSAGE.data,
    timeMs: 0,
    body: writeAmf0("@setDataFrame", "onMetaData", new Map([["encoder", encoder]])),
  });
  const events = eventsOf(
    run(encoderBytes([name("OBS\u0007 32"), name(5), name("x".repeat(999))])),
  );
  expect(events).toEqual([
    { kind: "encoder", name: "OBS 32" },
    { kind: "encoder", name: null },
    { kind: "encoder", name: "x".repeat(100) },
  ]);
});

it("acknowledges each half of the window that the encoder names", () => {
  const window = { type: MESSAGE.windowSize, timeMs: 0, body: Uint8Array.of(0, 0, 0x20, 0) };
  const bytes = encoderBytes([window, ...readFlvFile(THREE_SECONDS)]);
  const positions = Array.from({ length: 50 }, (_, index) => index * 1_024);
  const sent = run(bytes, positions).flatMap((output) =>
    output.kind === "send" ? [output.bytes] : [],
  );
  const chunks = joinBytes(...sent).subarray(1 + 2 * HANDSHAKE_BYTES);
  const acknowledged = [...createChunkReader().push(chunks)]
    .filter(({ type }) => type === MESSAGE.acknowledgement)
    .map(({ body }) => new DataView(body.buffer).getUint32(0));
  expect(acknowledged.length).toBeGreaterThan(5);
  const distances = acknowledged.slice(1).map((at, index) => at - (acknowledged[index] ?? 0));
  expect(Math.max(...distances)).toBeLessThan(4_096 + 1_025);
});
