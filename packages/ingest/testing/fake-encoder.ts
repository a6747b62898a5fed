import type { MediaEvent } from "#ingest/media-event.ts";

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

/** Bodies of avcC boxes of the library's films. */
export const AVC_720P = bytesOf(
  "014d401fffe1001d674d401fd9405005bb016a0202034a000003000200000300641e3064b001000668e930645c80",
);
export const AVC_480P = bytesOf(
  "014d401effe10020674d401ed940d83de6fff050005016a0202034a0000003002000000641e2c5cb01000668e930645c80",
);
/** AAC-LC at 48 kHz, mono; and at 44.1 kHz, stereo. */
export const AAC_MONO = Uint8Array.of(0x11, 0x88);
export const AAC_STEREO = Uint8Array.of(0x12, 0x10);

type FakeEncoder = {
  seconds: number;
  /** First time; milliseconds. */
  fromMs?: number;
  keyFrameSeconds?: number;
  /** Distance of a picture to the next; milliseconds. */
  distanceMs?: (index: number) => number;
  /** Shows each picture after a key frame's group in the order 0, 2, 1, 4, 3, ... */
  hasBFrames?: boolean;
  hasVideo?: boolean;
  hasAudio?: boolean;
  sampleRate?: number;
  pictureBytes?: number;
};

/** Packets of an encoder, without configurations, in the order of their times. */
export function fakePackets(options: FakeEncoder): MediaEvent[] {
  const { seconds, fromMs = 0, hasVideo = true, hasAudio = true } = options;
  const endMs = fromMs + seconds * 1000;
  const timed = [
    ...(hasVideo ? pictures(options, fromMs, endMs) : []),
    ...(hasAudio ? sounds(options.sampleRate ?? 48_000, fromMs, endMs) : []),
  ];
  return timed.toSorted((a, b) => a.ms - b.ms).map(({ event }) => event);
}

type Timed = { ms: number; event: MediaEvent };

function pictures(options: FakeEncoder, fromMs: number, endMs: number): Timed[] {
  const { keyFrameSeconds = 2, distanceMs = () => 40, hasBFrames = false } = options;
  const groups: number[][] = [];
  let keyMs = fromMs;
  for (let ms = fromMs, index = 0; ms < endMs; ms += distanceMs(index++)) {
    const isKey = groups.length === 0 || ms >= keyMs + keyFrameSeconds * 1000;
    if (isKey) keyMs += groups.length === 0 ? 0 : keyFrameSeconds * 1000;
    if (isKey) groups.push([]);
    groups.at(-1)?.push(ms);
  }
  const data = new Uint8Array(options.pictureBytes ?? 100).fill(1);
  return groups.flatMap((times) => {
    const shown = hasBFrames ? reordered(times) : times;
    return times.map((decodeMs, index) => {
      const presentationMs = shown[index] ?? decodeMs;
      const isKeyFrame = index === 0;
      return { ms: decodeMs, event: { kind: "video", data, decodeMs, presentationMs, isKeyFrame } };
    });
  });
}

/** Swaps each second pair of times after the first. */
function reordered(times: readonly number[]): number[] {
  const shown = [...times];
  for (let index = 1; index + 1 < shown.length; index += 2) {
    [shown[index], shown[index + 1]] = [times[index + 1] ?? 0, times[index] ?? 0];
  }
  return shown;
}

function sounds(sampleRate: number, fromMs: number, endMs: number): Timed[] {
  const data = new Uint8Array(60).fill(2);
  const count = Math.ceil(((endMs - fromMs) / 1000 / 1024) * sampleRate);
  return Array.from({ length: count }, (_, index) => {
    const presentationMs = Math.round(fromMs + (index * 1024 * 1000) / sampleRate);
    return { ms: presentationMs, event: { kind: "audio", data, presentationMs } };
  });
}

/** Shifts the times of packets. */
export function shifted(events: readonly MediaEvent[], byMs: number): MediaEvent[] {
  return events.map((event) => {
    if (event.kind === "audio") return { ...event, presentationMs: event.presentationMs + byMs };
    if (event.kind !== "video") return event;
    const { decodeMs, presentationMs } = event;
    return { ...event, decodeMs: decodeMs + byMs, presentationMs: presentationMs + byMs };
  });
}
