import type { MediaEvent } from "#ingest/media-event.ts";
import type { Segmenter, SegmenterOptions } from "#ingest/segmenter-contract.ts";

/** Names of an encoder at which the worker ends, as it would by a bug or by hostile input. */
export const CRASH = "crash";
export const RUN_OUT_OF_MEMORY = "run out of memory";
export const HANG = "hang";

/** Cuts at each key frame and counts: `video` has one byte per picture, `audio` one per sound. */
export function createSegmenter({
  startedAt,
  onSegment,
  firstNumber = 0,
  firstInitId = 0,
}: SegmenterOptions): Segmenter {
  let number = firstNumber;
  let pictures = 0;
  let sounds = 0;

  async function cut(): Promise<void> {
    if (pictures === 0) return;
    const counts = { video: new Uint8Array(pictures), audio: new Uint8Array(sounds) };
    pictures = 0;
    sounds = 0;
    await onSegment({
      number,
      startMs: typeof startedAt === "number" ? startedAt : startedAt(),
      durationSeconds: 1,
      discontinuity: number === firstNumber,
      initId: firstInitId,
      ...counts,
      codecs: "avc1.4d401e,mp4a.40.2",
      audioCodec: "mp4a.40.2",
      width: 426,
      height: 240,
      frameRate: 25,
    });
    number += 1;
  }

  return {
    async push(event: MediaEvent) {
      if (event.kind === "encoder") failFor(event.name);
      if (event.kind === "video" && event.isKeyFrame) await cut();
      if (event.kind === "video") pictures += 1;
      if (event.kind === "audio") sounds += 1;
    },
    flush: cut,
  };
}

function failFor(encoder: string | null): void {
  if (encoder === CRASH)
    setImmediate(() => {
      throw new Error("a bug");
    });
  if (encoder === HANG) for (;;);
  if (encoder !== RUN_OUT_OF_MEMORY) return;
  const held: string[][] = [];
  for (;;) held.push("a".repeat(100_000).split(""));
}
