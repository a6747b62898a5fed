import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Segment } from "#ingest/segmenter-contract.ts";
import { createSegmenter } from "#ingest/segments/segmenter.ts";
import { AAC_MONO, AVC_720P, fakePackets, shifted } from "./fake-encoder.ts";

/** Seconds of the pattern that is repeated. */
const PATTERN_SECONDS = 60;

type LongBroadcast = {
  minutes: number;
  onSegment: (segment: Segment) => void | Promise<void>;
  /** Called after each minute. */
  onMinute: (minute: number) => void;
};

/** Segments a broadcast as fast as it goes. */
export async function broadcastFor({ minutes, onSegment, onMinute }: LongBroadcast): Promise<void> {
  const segmenter = createSegmenter({ targetSeconds: 2, startedAt: 0, onSegment, onNotice() {} });
  await segmenter.push({ kind: "video-config", codec: "avc", description: AVC_720P });
  await segmenter.push({ kind: "audio-config", codec: "aac", description: AAC_MONO });
  const pattern = fakePackets({ seconds: PATTERN_SECONDS });
  for (let minute = 0; minute < minutes; minute++) {
    for (const event of shifted(pattern, minute * PATTERN_SECONDS * 1000)) {
      await segmenter.push(event);
    }
    onMinute(minute);
  }
  await segmenter.flush();
}

/** Bytes in use after a garbage collection. */
export function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  // V8 frees array buffers in the background; the second collection waits for that.
  runInNewContext("gc(); gc()");
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
