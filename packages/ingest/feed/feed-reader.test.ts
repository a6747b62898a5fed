import { expect, it } from "vitest";
import type { MediaEvent } from "#ingest/media-event.ts";
import { threeSecondEvents, recordingOf, webmRecording } from "#ingest/testing/recordings.ts";
import { createFeedReader } from "./feed-reader.ts";

/** Reads a recording in pieces. */
async function readInPieces(recording: Uint8Array, pieceBytes = 5_000): Promise<MediaEvent[]> {
  const events: MediaEvent[] = [];
  const reader = createFeedReader({ push: (event) => void events.push(event) });
  for (let start = 0; start < recording.length; start += pieceBytes)
    await reader.push(recording.subarray(start, start + pieceBytes));
  await reader.end();
  return events;
}

/** Position of the first fragment. */
function moofOffset(recording: Uint8Array): number {
  return Buffer.from(recording).indexOf("moof") - 4;
}

type Kind = MediaEvent["kind"];
const ofKind = <Name extends Kind>(
  events: readonly MediaEvent[],
  name: Name,
): Extract<MediaEvent, { kind: Name }>[] =>
  events.filter((event): event is Extract<MediaEvent, { kind: Name }> => event.kind === name);

it.each(["mp4", "mkv"] as const)(
  "reads H.264 and AAC of a browser's %s in pieces",
  async (container) => {
    const film = threeSecondEvents();
    const events = await readInPieces(await recordingOf(container, film));
    expect(ofKind(events, "video-config")).toEqual(ofKind(film, "video-config"));
    expect(ofKind(events, "audio-config")).toHaveLength(1);
    const pictures = ofKind(events, "video");
    expect(pictures.map(({ data }) => data)).toEqual(ofKind(film, "video").map(({ data }) => data));
    expect(pictures.map(({ presentationMs }) => Math.round(presentationMs))).toEqual(
      ofKind(film, "video").map(({ presentationMs }) => presentationMs),
    );
    expect(pictures.filter(({ isKeyFrame }) => isKeyFrame)).toHaveLength(3);
    expect(ofKind(events, "audio").map(({ data }) => data)).toEqual(
      ofKind(film, "audio").map(({ data }) => data),
    );
  },
);

it("passes pictures on while the recording is being made", async () => {
  const recording = await recordingOf("mp4", threeSecondEvents());
  const { promise, resolve } = Promise.withResolvers<void>();
  const reader = createFeedReader({
    push: (event) => (event.kind === "video" ? resolve() : undefined),
  });
  await reader.push(recording.subarray(0, 40_000));
  await expect(promise).resolves.toBeUndefined();
  await reader.push(recording.subarray(40_000));
  await reader.end();
});

it("names codecs that it does not pass on", async () => {
  const events: MediaEvent[] = [];
  const reader = createFeedReader({ push: (event) => void events.push(event) });
  await reader.push(await webmRecording());
  await expect(reader.end()).rejects.toThrow("The recording has neither H.264 nor AAC");
  expect(events).toEqual([
    { kind: "unsupported", track: "video", codec: "vp8" },
    { kind: "unsupported", track: "audio", codec: "opus" },
  ]);
});

it.each([
  ["text", new TextEncoder().encode("no recording ".repeat(1_000))],
  ["nothing", new Uint8Array()],
])("rejects %s", async (_name, bytes) => {
  await expect(readInPieces(bytes)).rejects.toThrow(Error);
});

it("rejects further pieces after a failure, instead of waiting for ever", async () => {
  const reader = createFeedReader({ push: () => undefined });
  const push = async (): Promise<void> => {
    for (;;) await reader.push(new Uint8Array(100_000));
  };
  await expect(push()).rejects.toThrow(Error);
});

it("rejects a recording that holds one endless box", async () => {
  const recording = await recordingOf("mp4", threeSecondEvents());
  const box = Uint8Array.of(127, 255, 255, 255, ...new TextEncoder().encode("moof"));
  const reader = createFeedReader({ push: () => undefined });
  const push = async (): Promise<void> => {
    await reader.push(recording.subarray(0, moofOffset(recording)));
    await reader.push(box);
    for (;;) await reader.push(new Uint8Array(1_000_000));
  };
  await expect(push()).rejects.toThrow("16 MiB without a picture or sound");
});

it("makes the sender wait while the segmenter works", async () => {
  const recording = await recordingOf("mp4", threeSecondEvents());
  const seen: MediaEvent[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const reader = createFeedReader({
    async push(event) {
      seen.push(event);
      await promise;
    },
  });
  await reader.push(recording);
  const ending = reader.end();
  expect(seen.length).toBeLessThan(2);
  resolve();
  await ending;
  expect(seen).toHaveLength(threeSecondEvents().length);
});
