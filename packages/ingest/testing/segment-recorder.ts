import { timescaleOf, trackSpans } from "#ingest/files/mp4-boxes.ts";
import type { MediaEvent } from "#ingest/media-event.ts";
import type { Notice, Segment, SegmenterOptions } from "#ingest/segmenter-contract.ts";
import { createSegmenter } from "#ingest/segments/segmenter.ts";

type Recorder = {
  segments: Segment[];
  notices: Notice[];
  push(...events: readonly MediaEvent[]): Promise<void>;
  flush(): Promise<void>;
};

/** A segmenter whose output is kept. */
export function recordSegments(options: Partial<SegmenterOptions> = {}): Recorder {
  const segments: Segment[] = [];
  const notices: Notice[] = [];
  const segmenter = createSegmenter({
    targetSeconds: 2,
    startedAt: 0,
    onSegment: (segment) => void segments.push(segment),
    onNotice: (notice) => void notices.push(notice),
    ...options,
  });
  return {
    segments,
    notices,
    async push(...events) {
      for (const event of events) await segmenter.push(event);
    },
    flush: () => segmenter.flush(),
  };
}

/** Spans of a file's tracks in seconds: [start, end] each. */
function secondsOf(media: Uint8Array | null, timescales: readonly number[]): [number, number][] {
  return trackSpans(media ?? new Uint8Array()).map(({ decodeTime, duration }, index) => {
    const scale = timescales[index] ?? 1;
    return [decodeTime / scale, (decodeTime + duration) / scale];
  });
}

/** Problems of a list of segments: none when they are contiguous and complete. */
export function problemsOf(segments: readonly Segment[], startMs = 0): string[] {
  let audioScale = 48_000;
  let soundEnd: number | null = null;
  return segments.flatMap((segment, index) => {
    if (segment.audioInit) audioScale = timescaleOf(segment.audioInit) ?? 0;
    const [alone] = secondsOf(segment.audio, [audioScale]);
    const hole = alone && soundEnd !== null && !segment.discontinuity ? alone[0] - soundEnd : 0;
    soundEnd = alone?.[1] ?? null;
    return [
      ...orderProblems(segment, segments[index - 1] ?? null),
      ...spanProblems(segment, audioScale, startMs),
      ...(Math.abs(hole) > 1e-9 ? [`hole of ${hole} s in the sound`] : []),
    ].map((text) => `segment ${segment.number}: ${text}`);
  });
}

function orderProblems(segment: Segment, previous: Segment | null): string[] {
  const { number, discontinuity, initId, audioInit, durationSeconds, startMs } = segment;
  const isNewInit = initId !== previous?.initId;
  const endMs = previous ? previous.startMs + previous.durationSeconds * 1000 : startMs;
  const rules: [boolean, string][] = [
    [isNewInit === (audioInit !== undefined), "init file missing or repeated"],
    [!previous || !isNewInit || discontinuity, "new init without discontinuity"],
    [!previous || number === previous.number + 1, "number is not the next"],
    [durationSeconds > 0, "no duration"],
    [startMs - endMs > -0.01, `overlaps by ${endMs - startMs} ms`],
    [startMs - endMs < 0.01 || discontinuity, `gap of ${startMs - endMs} ms`],
  ];
  return broken(rules);
}

function spanProblems(segment: Segment, audioScale: number, sessionMs: number): string[] {
  const start = (segment.startMs - sessionMs) / 1000;
  const end = start + segment.durationSeconds;
  const [picture, sound] = secondsOf(segment.video, [90_000, audioScale]);
  const [alone] = secondsOf(segment.audio, [audioScale]);
  if (!alone) return ["no sound"];
  const rules: [boolean, string][] = [
    [isBetween(alone[0] - start, -0.0001, 0.03), `sound starts at ${alone[0]}, not ${start}`],
    [isBetween(alone[1] - end, -0.0001, 0.05), `sound ends at ${alone[1]}, not ${end}`],
  ];
  if (picture) {
    rules.push(
      [isBetween(picture[0] - start, -0.0001, 0.0001), `starts at ${picture[0]}, not ${start}`],
      [isBetween(picture[1] - end, -0.0001, 0.0001), `ends at ${picture[1]}, not ${end}`],
      [sound?.[0] === alone[0] && sound[1] === alone[1], "sound differs"],
    );
  }
  return broken(rules);
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function broken(rules: readonly [boolean, string][]): string[] {
  return rules.filter(([isMet]) => !isMet).map(([, text]) => text);
}
