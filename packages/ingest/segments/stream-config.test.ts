import { assert, property, uint8Array } from "fast-check";
import { expect, it } from "vitest";
import { AAC_MONO, AAC_STEREO, AVC_480P, AVC_720P } from "#ingest/testing/fake-encoder.ts";
import { readAudioConfig, readVideoConfig } from "./stream-config.ts";

it("reads codec and size of the pictures", () => {
  expect(readVideoConfig(AVC_720P)).toMatchObject({
    codec: "avc1.4d401f",
    width: 1280,
    height: 720,
  });
  // Cropped: 854 is no multiple of 16.
  expect(readVideoConfig(AVC_480P)).toMatchObject({
    codec: "avc1.4d401e",
    width: 854,
    height: 480,
  });
});

it.each([
  ["AAC-LC, mono", AAC_MONO, "mp4a.40.2", 48_000, 1, 1024],
  ["AAC-LC, stereo", AAC_STEREO, "mp4a.40.2", 44_100, 2, 1024],
  ["frames of 960 samples", Uint8Array.of(0x11, 0x8c), "mp4a.40.2", 48_000, 1, 960],
  ["HE-AAC", Uint8Array.of(0x2b, 0x11, 0x88, 0x00), "mp4a.40.5", 24_000, 2, 1024],
])(
  "reads an AudioSpecificConfig: %s",
  (_, description, codec, sampleRate, channels, frameSamples) => {
    expect(readAudioConfig(description)).toEqual({
      description,
      codec,
      sampleRate,
      channels,
      frameSamples,
    });
  },
);

it.each([
  ["AAC SSR", Uint8Array.of(0x19, 0x88)],
  ["no channels", Uint8Array.of(0x11, 0x80)],
  ["an unknown rate", Uint8Array.of(0x16, 0x88)],
  ["nothing", new Uint8Array()],
])("rejects an AudioSpecificConfig: %s", (_, description) => {
  expect(readAudioConfig(description)).toBeNull();
});

it("returns null or a plausible result for any bytes", () => {
  assert(
    property(uint8Array({ maxLength: 80 }), uint8Array({ maxLength: 12 }), (tail, description) => {
      const video = readVideoConfig(Uint8Array.of(...AVC_720P.subarray(0, 9), ...tail));
      expect(video === null || (video.width > 0 && video.height <= 8_192)).toBe(true);
      const audio = readAudioConfig(description);
      expect(audio === null || (audio.sampleRate > 0 && audio.channels <= 8)).toBe(true);
    }),
  );
});
