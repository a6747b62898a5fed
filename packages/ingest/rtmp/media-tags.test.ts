import { assert, constantFrom, property, uint8Array } from "fast-check";
import { expect, it } from "vitest";
import { unexpectedError } from "#ingest/testing/unexpected-error.ts";
import { readAudioTag, readVideoTag } from "./media-tags.ts";

const AVCC = [1, 0x4d, 0x40, 0x1e, 0xff, 0xe1, 0];
const fourcc = (name: string): number[] => [...new TextEncoder().encode(name)];

it("reads H.264 in the old form, with a signed time offset", () => {
  expect(readVideoTag(Uint8Array.of(0x17, 0, 0, 0, 0, ...AVCC), 5)).toEqual({
    kind: "video-config",
    codec: "avc",
    description: Uint8Array.from(AVCC),
  });
  expect(readVideoTag(Uint8Array.of(0x17, 1, 0, 0, 80, 9), 1_000)).toEqual({
    kind: "video",
    data: Uint8Array.of(9),
    decodeMs: 1_000,
    presentationMs: 1_080,
    isKeyFrame: true,
  });
  expect(readVideoTag(Uint8Array.of(0x27, 1, 255, 255, 216, 9), 1_000)).toMatchObject({
    presentationMs: 960,
    isKeyFrame: false,
  });
});

it("reads H.264 and AAC in the form of Enhanced RTMP", () => {
  const avc = fourcc("avc1");
  expect(readVideoTag(Uint8Array.of(0x90, ...avc, ...AVCC), 0)).toMatchObject({
    kind: "video-config",
  });
  expect(readVideoTag(Uint8Array.of(0x91, ...avc, 255, 255, 255, 9), 7)).toMatchObject({
    presentationMs: 6,
    isKeyFrame: true,
  });
  expect(readVideoTag(Uint8Array.of(0xa3, ...avc, 9), 7)).toMatchObject({
    data: Uint8Array.of(9),
    presentationMs: 7,
    isKeyFrame: false,
  });
  const aac = fourcc("mp4a");
  expect(readAudioTag(Uint8Array.of(0x90, ...aac, 0x11, 0x88), 0)).toMatchObject({
    kind: "audio-config",
    description: Uint8Array.of(0x11, 0x88),
  });
  expect(readAudioTag(Uint8Array.of(0x91, ...aac, 3), 4)).toEqual({
    kind: "audio",
    data: Uint8Array.of(3),
    presentationMs: 4,
  });
});

it("reads AAC in the old form", () => {
  expect(readAudioTag(Uint8Array.of(0xaf, 0, 0x11, 0x88), 0)).toMatchObject({
    kind: "audio-config",
  });
  expect(readAudioTag(Uint8Array.of(0xaf, 1, 3, 4), 21)).toEqual({
    kind: "audio",
    data: Uint8Array.of(3, 4),
    presentationMs: 21,
  });
});

it.each([
  ["hevc", [0x1c, 0, 0, 0, 0]],
  ["hevc", [0x90, ...fourcc("hvc1")]],
  ["av1", [0x90, ...fourcc("av01")]],
  ["vp8", [0x90, ...fourcc("vp08")]],
  ["vp9", [0x90, ...fourcc("vp09")]],
  ["unknown", [0x90, ...fourcc("zzzz")]],
  ["unknown", [0x12, 0]],
  ["unknown", [0x96, 0]],
])("names %s in a picture of %j", (codec, body) => {
  const unsupported = { kind: "unsupported", track: "video", codec };
  expect(readVideoTag(Uint8Array.from(body), 0)).toEqual(unsupported);
});

it.each([
  ["mp3", [0x2f, 0]],
  ["opus", [0x90, ...fourcc("Opus")]],
  ["mp3", [0x90, ...fourcc(".mp3")]],
  ["unknown", [0x90, ...fourcc("fLaC")]],
  ["unknown", [0xb2, 0]],
  ["unknown", [0x95, 0]],
])("names %s in a sound of %j", (codec, body) => {
  const unsupported = { kind: "unsupported", track: "audio", codec };
  expect(readAudioTag(Uint8Array.from(body), 0)).toEqual(unsupported);
});

it("passes over messages without picture or sound", () => {
  const bodies = [[], [0x57, 0], [0x17, 2, 0, 0, 0], [0x17, 1, 0, 0, 0], [0x94, ...fourcc("avc1")]];
  expect(bodies.map((body) => readVideoTag(Uint8Array.from(body), 0))).toEqual(
    bodies.map(() => null),
  );
  expect(readAudioTag(new Uint8Array(), 0)).toBeNull();
});

it("throws nothing but its own error for any bytes", () => {
  const first = constantFrom(0x17, 0x27, 0x90, 0x91, 0x93, 0xaf, 0x57, 0x1c);
  assert(
    property(first, uint8Array({ maxLength: 20 }), (start, rest) => {
      for (const read of [readVideoTag, readAudioTag]) {
        expect(unexpectedError(() => read(Uint8Array.of(start, ...rest), 0))).toBeNull();
      }
    }),
    { numRuns: 1_000 },
  );
});
