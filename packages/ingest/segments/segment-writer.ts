import { messageOf } from "@reign-tv/kit/start-error.ts";
import type { Segment, SegmenterOptions } from "#ingest/segmenter-contract.ts";
import { muxSegment, type MuxedFile, type VideoSample } from "./segment-muxer.ts";
import type { Sound } from "./sound-encoder.ts";
import { type AudioConfig, isSameConfig, type VideoConfig } from "./stream-config.ts";

/** What plays between two cuts. Times in seconds since the start of the session. */
type Content = {
  /** Wall clock of its start; milliseconds since the epoch. */
  readonly startMs: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly video: { readonly config: VideoConfig; readonly samples: VideoSample[] } | null;
  readonly audio: Sound | null;
  readonly frameRate: number | null;
};

type Job = Content & { readonly isInterrupted: boolean };

export type SegmentWriter = {
  add(content: Content): void;
  /** The next content does not continue the one before. */
  interrupt(): void;
  /** End of the last content; null before the first. */
  endSeconds(): number | null;
  hasWork(): boolean;
  /** Writes all that was added, in order. */
  drain(): Promise<void>;
};

/** Parameters of a segment's files. */
type Configs = {
  readonly video: VideoConfig | null;
  readonly audio: AudioConfig | null;
  /** Of the sound alone. */
  readonly alone: AudioConfig | null;
};

type WriterOptions = Pick<
  SegmenterOptions,
  "onSegment" | "onNotice" | "encodeSound" | "firstNumber" | "firstInitId" | "rotation"
>;

/** Packs contents and passes them on one at a time, numbered, with their init files when these change. */
export function createSegmentWriter(options: WriterOptions): SegmentWriter {
  let number = options.firstNumber ?? 0;
  let initId = (options.firstInitId ?? 0) - 1;
  let configs: Configs | null = null;
  let isInterrupted = false;
  let hasFailed = false;
  let endSeconds: number | null = null;
  let jobs: Job[] = [];
  let tail: Promise<void> = Promise.resolve();

  /** Without a picture the sound is all that is recorded, and stays as it is. */
  async function soundAlone({ video, audio }: Job): Promise<Sound | null> {
    const encoded = video && audio && (await options.encodeSound?.(audio));
    return encoded ?? audio;
  }

  async function write(job: Job): Promise<void> {
    let files: (MuxedFile | null)[];
    const alone = await soundAlone(job);
    try {
      files = await Promise.all([
        job.video &&
          muxSegment({
            video: job.video,
            audio: job.audio,
            end: job.endSeconds,
            rotation: options.rotation ?? 0,
          }),
        alone && muxSegment({ video: null, audio: alone, end: job.endSeconds }),
      ]);
    } catch (error) {
      hasFailed = true;
      options.onNotice({ id: "segment-failed", message: messageOf(error) });
      return;
    }
    const next: Configs = {
      video: job.video?.config ?? null,
      audio: job.audio?.config ?? null,
      alone: alone?.config ?? null,
    };
    const [video = null, audio = null] = files;
    await options.onSegment(segmentOf(job, next, { video, audio }));
  }

  function segmentOf(
    job: Job,
    next: Configs,
    { video, audio }: Record<"video" | "audio", MuxedFile | null>,
  ): Segment {
    const isNew =
      !configs ||
      !isSameConfig(configs.video, next.video) ||
      !isSameConfig(configs.audio, next.audio) ||
      !isSameConfig(configs.alone, next.alone);
    if (isNew) initId++;
    configs = next;
    const discontinuity = number > 0 && (isNew || job.isInterrupted || hasFailed);
    hasFailed = false;
    return {
      number: number++,
      startMs: job.startMs,
      durationSeconds: Math.round((job.endSeconds - job.startSeconds) * 1e6) / 1e6,
      discontinuity,
      initId,
      ...(isNew ? initFiles(video, audio) : {}),
      video: video?.media ?? null,
      audio: audio?.media ?? null,
      ...parametersOf(next),
      frameRate: job.frameRate,
    };
  }

  async function writeAll(): Promise<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) await write(job);
  }

  return {
    add(content) {
      jobs.push({ ...content, isInterrupted });
      isInterrupted = false;
      endSeconds = content.endSeconds;
    },
    interrupt() {
      isInterrupted = true;
    },
    endSeconds: () => endSeconds,
    hasWork: () => jobs.length > 0,
    drain() {
      const result = tail.then(writeAll);
      tail = result.catch(() => undefined);
      return result;
    },
  };
}

function parametersOf({
  video,
  audio,
  alone,
}: Configs): Pick<Segment, "codecs" | "audioCodec" | "width" | "height"> {
  const codecs = [video?.codec, audio?.codec].filter((codec) => codec !== undefined);
  return {
    codecs: codecs.join(","),
    audioCodec: alone?.codec ?? null,
    width: video?.width ?? null,
    height: video?.height ?? null,
  };
}

function initFiles(
  video: MuxedFile | null,
  audio: MuxedFile | null,
): Pick<Segment, "init" | "audioInit"> {
  return { ...(video && { init: video.init }), ...(audio && { audioInit: audio.init }) };
}
