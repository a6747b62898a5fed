import {
  array,
  assert,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  record,
  tuple,
  uint8Array,
} from "fast-check";
import { expect, it } from "vitest";
import { unexpectedError } from "#ingest/testing/unexpected-error.ts";
import { createChunkReader } from "./chunk-reader.ts";
import { createChunkWriter } from "./chunk-writer.ts";
import { MAX_MESSAGE_BYTES, MESSAGE, joinBytes, type RtmpMessage } from "./protocol.ts";

/** Reads bytes split at the given positions. */
function readSplit(bytes: Uint8Array, positions: readonly number[]): RtmpMessage[] {
  const reader = createChunkReader();
  reader.allowMessageBytes(MAX_MESSAGE_BYTES);
  const ends = [...positions.map((position) => position % (bytes.length + 1)), bytes.length];
  let start = 0;
  return ends
    .toSorted((one, other) => one - other)
    .flatMap((end) => {
      const messages = [...reader.push(bytes.subarray(start, end))];
      start = end;
      return messages;
    });
}

const message = record({
  chunkStreamId: constantFrom(2, 3, 4, 63, 64, 319, 320, 65_599),
  messageStreamId: constantFrom(0, 1),
  type: constantFrom(MESSAGE.audio, MESSAGE.video, MESSAGE.data, MESSAGE.command),
  timeMs: oneof(
    nat(5_000),
    integer({ min: 0xff_ff_fe, max: 0x1_00_00_02 }),
    integer({ min: 0xff_ff_ff_f0, max: 0xff_ff_ff_ff }),
  ),
  body: oneof(uint8Array({ maxLength: 400 }), constant(new Uint8Array(700))),
});

const chunkSize = constantFrom(1, 7, 128, 4_096, 65_536).map((size) => ({
  chunkStreamId: 2,
  messageStreamId: 0,
  type: MESSAGE.setChunkSize,
  timeMs: 0,
  body: Uint8Array.of(0, size >> 16, (size >> 8) & 255, size & 255),
}));

const messages = array(
  oneof({ weight: 8, arbitrary: message }, { weight: 1, arbitrary: chunkSize }),
  {
    maxLength: 12,
  },
);

it("reads the same messages however the bytes are split", () => {
  assert(
    property(messages, array(nat(20_000), { maxLength: 30 }), (sent, positions) => {
      const writer = createChunkWriter();
      const bytes = joinBytes(...sent.map((one) => writer.write(one)));
      expect(readSplit(bytes, positions)).toEqual(sent);
    }),
  );
});

it("reads the same messages byte by byte", () => {
  assert(
    property(messages, (sent) => {
      const writer = createChunkWriter();
      const bytes = joinBytes(...sent.map((one) => writer.write(one)));
      expect(readSplit(bytes, [...bytes.keys()])).toEqual(sent);
    }),
    { numRuns: 30 },
  );
});

it("throws nothing but its own error for damaged chunks", () => {
  const damage = array(tuple(nat(20_000), nat(255)), { minLength: 1, maxLength: 12 });
  assert(
    property(messages, damage, (sent, changes) => {
      const writer = createChunkWriter();
      const bytes = joinBytes(...sent.map((one) => writer.write(one)));
      for (const [position, value] of changes)
        if (bytes.length > 0) bytes[position % bytes.length] = value;
      expect(unexpectedError(() => readSplit(bytes, []))).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});

const FULL_HEADER = [4, 255, 255, 255, 0, 0, 200, MESSAGE.video, 1, 0, 0, 0];

it("reads an extended time, repeated in each chunk of the message", () => {
  const first = Uint8Array.of(...FULL_HEADER, 1, 2, 3, 4, ...new Uint8Array(128).fill(7));
  const second = Uint8Array.of(0xc4, 1, 2, 3, 4, ...new Uint8Array(72).fill(8));
  const [message] = readSplit(joinBytes(first, second), [5, 14, 150]);
  expect(message).toMatchObject({ timeMs: 0x01_02_03_04 });
  expect(message?.body).toEqual(joinBytes(first.subarray(16), second.subarray(5)));
});

it("repeats the last difference for a message without a header", () => {
  const body = Uint8Array.of(1);
  const bytes = joinBytes(
    Uint8Array.of(4, 0, 0, 100, 0, 0, 1, MESSAGE.audio, 1, 0, 0, 0),
    body,
    Uint8Array.of(0x84, 0, 0, 23),
    body,
    Uint8Array.of(0xc4),
    body,
  );
  expect(readSplit(bytes, []).map(({ timeMs }) => timeMs)).toEqual([100, 123, 146]);
});

it("wraps the time at 32 bits", () => {
  const first = Uint8Array.of(
    4,
    255,
    255,
    255,
    0,
    0,
    0,
    MESSAGE.audio,
    1,
    0,
    0,
    0,
    255,
    255,
    255,
    250,
  );
  const bytes = joinBytes(first, Uint8Array.of(0x84, 0, 0, 10));
  expect(readSplit(bytes, []).map(({ timeMs }) => timeMs)).toEqual([0xff_ff_ff_fa, 4]);
});

it("reads messages that are interleaved, and forgets one that is aborted", () => {
  const half = new Uint8Array(128).fill(1);
  const header = (id: number): Uint8Array =>
    Uint8Array.of(id, 0, 0, 0, 0, 0, 200, MESSAGE.video, 1, 0, 0, 0);
  const rest = (id: number): Uint8Array => joinBytes(Uint8Array.of(0xc0 | id), new Uint8Array(72));
  const abort = Uint8Array.of(2, 0, 0, 0, 0, 0, 4, MESSAGE.abort, 0, 0, 0, 0, 0, 0, 0, 5);
  const bytes = joinBytes(
    header(4),
    half,
    header(5),
    half,
    rest(4),
    abort,
    header(5),
    half,
    rest(5),
  );
  const read = readSplit(bytes, []).map(({ chunkStreamId, type }) => [chunkStreamId, type]);
  expect(read).toEqual([
    [4, MESSAGE.video],
    [2, MESSAGE.abort],
    [5, MESSAGE.video],
  ]);
});
