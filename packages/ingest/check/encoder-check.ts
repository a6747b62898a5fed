import { isWithin, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { BoundedWindow, median } from "./bounded-window.ts";
import type { MediaEvent, UnsupportedCodec } from "#ingest/media-event.ts";
import type { Notice } from "#ingest/segmenter-contract.ts";
import { readAudioConfig, readVideoConfig } from "#ingest/segments/stream-config.ts";

/** What arrives from an encoder. Null where nothing has arrived to tell. */
export type EncoderFacts = {
  /** Name that the encoder gives itself, for example "obs-output module (libobs version 30.0.0)". */
  readonly encoder: string | null;
  readonly videoCodec: "avc" | UnsupportedCodec | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Pictures per second, by the median of 60 distances. */
  readonly frameRate: number | null;
  /** Distance of the last key frames; the longest of three. */
  readonly keyFrameSeconds: number | null;
  /** Picture and sound over the last 10 s. */
  readonly kilobitsPerSecond: number;
  readonly audioCodec: "aac" | UnsupportedCodec | null;
  /** Samples per second. */
  readonly sampleRate: number | null;
  readonly channels: number | null;
  /** Pictures that did not arrive, by holes in their times. */
  readonly drops: number;
  /** Jumps of the encoder's clock. */
  readonly timeJumps: number;
  /** Since the last picture or sound; null before the first. */
  readonly silentSeconds: number | null;
};

/**
 * A problem that staff can mend, as data. Texts for people are made elsewhere.
 *
 * - `unsupported-video`, `unsupported-audio` { codec }: not passed on; choose H.264, AAC
 * - `key-frame-interval` { seconds }: more than 4 s; set it to 2 s
 * - `no-key-frame` { seconds }: since the last one, while pictures arrive
 * - `frame-rate` { framesPerSecond }: above 61
 * - `size` { width, height }: more pixels than 1920 x 1080
 * - `bit-rate` { kilobitsPerSecond, limit }: above what the server accepts
 * - `no-video` {}: sound arrives, and no picture for 3 s
 * - `no-audio` {}: pictures arrive, and no sound for 3 s
 * - `drops` { perMinute }: pictures missing over the last minute, 30 or more
 * - `time-jumps` { count }: 3 or more since the start
 * - `no-data` { seconds }: nothing arrives for 3 s
 */
export type CheckResult =
  | { readonly id: "unsupported-video"; readonly codec: UnsupportedCodec }
  | { readonly id: "unsupported-audio"; readonly codec: UnsupportedCodec }
  | { readonly id: "key-frame-interval"; readonly seconds: number }
  | { readonly id: "no-key-frame"; readonly seconds: number }
  | { readonly id: "frame-rate"; readonly framesPerSecond: number }
  | { readonly id: "size"; readonly width: number; readonly height: number }
  | { readonly id: "bit-rate"; readonly kilobitsPerSecond: number; readonly limit: number }
  | { readonly id: "no-video" }
  | { readonly id: "no-audio" }
  | { readonly id: "drops"; readonly perMinute: number }
  | { readonly id: "time-jumps"; readonly count: number }
  | { readonly id: "no-data"; readonly seconds: number };

export type EncoderCheck = {
  facts: EncoderFacts;
  /** The most urgent first. */
  checkResults: readonly CheckResult[];
};

const MISSING_MS = 3 * SECOND_MS;
const RATE_SPAN_MS = 10 * SECOND_MS;
const DROPS_SPAN_MS = 60 * SECOND_MS;
const MAX_KEY_FRAME_SECONDS = 4;
const MAX_SIZE = 1920 * 1080;
const MAX_FRAMES_PER_SECOND = 61;
const MANY_DROPS = 30;
const MANY_JUMPS = 3;
/** A distance above this is no hole but a jump. */
const MAX_DISTANCE_MS = 3 * SECOND_MS;
const FRAME_DISTANCES = 60;
const KEY_DISTANCES = 3;
/** More events than any encoder sends in the span. */
const MAX_RATE_EVENTS = 4_096;

type EncoderChecker = {
  /** Counts what arrived. */
  add(event: MediaEvent): void;
  /** Counts what the segmenter noticed. */
  notice(notice: Notice): void;
  read(): EncoderCheck;
};

type CheckerOptions = {
  /** Clock; milliseconds since the epoch. */
  now: () => number;
  /** Highest accepted bit rate. */
  limitKilobits: number;
};

/** Watches one connection of an encoder. Memory is bounded. */
export function createEncoderChecker({ now, limitKilobits }: CheckerOptions): EncoderChecker {
  const sizes = new BoundedWindow(MAX_RATE_EVENTS);
  const distances = new BoundedWindow(FRAME_DISTANCES);
  const keyDistances = new BoundedWindow(KEY_DISTANCES);
  const holes = new BoundedWindow(MAX_RATE_EVENTS);
  const startedMs = now();
  let config: Pick<EncoderFacts, "width" | "height"> = { width: null, height: null };
  let sound: Pick<EncoderFacts, "sampleRate" | "channels"> = { sampleRate: null, channels: null };
  let encoder: string | null = null;
  let videoCodec: EncoderFacts["videoCodec"] = null;
  let audioCodec: EncoderFacts["audioCodec"] = null;
  let drops = 0;
  let timeJumps = 0;
  const lastAt: { video: number | null; audio: number | null } = { video: null, audio: null };
  let lastDecodeMs: number | null = null;
  let lastKeyMs: number | null = null;

  function addConfig(event: Extract<MediaEvent, { description: Uint8Array }>): void {
    if (event.kind === "video-config") {
      videoCodec = event.codec;
      const read = readVideoConfig(event.description);
      config = { width: read?.width ?? null, height: read?.height ?? null };
    } else {
      audioCodec = event.codec;
      const read = readAudioConfig(event.description);
      sound = { sampleRate: read?.sampleRate ?? null, channels: read?.channels ?? null };
    }
  }

  function addPicture({ decodeMs, isKeyFrame }: Extract<MediaEvent, { kind: "video" }>): void {
    const distance = lastDecodeMs === null ? 0 : decodeMs - lastDecodeMs;
    lastDecodeMs = decodeMs;
    if (distance < 0 || distance > MAX_DISTANCE_MS) lastKeyMs = null;
    else if (distance > 0) addDistance(distance);
    if (!isKeyFrame) return;
    if (lastKeyMs !== null) keyDistances.add(decodeMs - lastKeyMs, now());
    lastKeyMs = decodeMs;
  }

  function addDistance(distance: number): void {
    const typical = median(distances.values());
    const missing = typical === null ? 0 : Math.round(distance / typical) - 1;
    if (missing > 1) {
      drops += missing;
      holes.add(missing, now());
    }
    distances.add(distance, now());
  }

  function keyFrameSeconds(): number | null {
    const values = keyDistances.values();
    return values.length === 0 ? null : Math.max(...values) / SECOND_MS;
  }

  function factsAt(nowMs: number): EncoderFacts {
    const typical = median(distances.values());
    const spanMs = Math.max(SECOND_MS, Math.min(RATE_SPAN_MS, nowMs - startedMs));
    const times = [lastAt.video, lastAt.audio].filter((time) => time !== null);
    return {
      encoder,
      videoCodec,
      ...config,
      frameRate: typical === null ? null : Math.round(100_000 / typical) / 100,
      keyFrameSeconds: keyFrameSeconds(),
      kilobitsPerSecond: Math.round((sizes.sumSince(nowMs - spanMs) * 8) / spanMs),
      audioCodec,
      ...sound,
      drops,
      timeJumps,
      silentSeconds:
        times.length === 0 ? null : Math.max(0, nowMs - Math.max(...times)) / SECOND_MS,
    };
  }

  /** Whether a track is missing: nothing of it in the last 3 s. */
  function isMissing(track: "video" | "audio", nowMs: number): boolean {
    return !isWithin(MISSING_MS, lastAt[track] ?? startedMs, nowMs);
  }

  function checkResultsAt(nowMs: number, facts: EncoderFacts): CheckResult[] {
    const missingVideo = isMissing("video", nowMs);
    const missingAudio = isMissing("audio", nowMs);
    const sinceKey = lastKeyMs === null || lastDecodeMs === null ? 0 : lastDecodeMs - lastKeyMs;
    return [
      ...codecResults(facts),
      ...(missingVideo && missingAudio && isWaiting(facts)
        ? [
            {
              id: "no-data",
              seconds: facts.silentSeconds ?? (nowMs - startedMs) / SECOND_MS,
            } as const,
          ]
        : []),
      ...(missingVideo && !missingAudio && isPlayable(videoCodec)
        ? [{ id: "no-video" } as const]
        : []),
      ...(missingAudio && !missingVideo && isPlayable(audioCodec)
        ? [{ id: "no-audio" } as const]
        : []),
      ...(sinceKey > MISSING_MS + MAX_KEY_FRAME_SECONDS * SECOND_MS
        ? [{ id: "no-key-frame", seconds: sinceKey / SECOND_MS } as const]
        : []),
      ...rateResults(facts, limitKilobits),
      ...dropResults(holes.sumSince(nowMs - DROPS_SPAN_MS), timeJumps),
    ];
  }

  return {
    add(event) {
      switch (event.kind) {
        case "video-config":
        case "audio-config":
          addConfig(event);
          return;
        case "video":
        case "audio":
          lastAt[event.kind] = now();
          sizes.add(event.data.length, now());
          if (event.kind === "video") addPicture(event);
          return;
        case "unsupported":
          if (event.track === "video") videoCodec = event.codec;
          else audioCodec = event.codec;
          return;
        case "encoder":
          encoder = event.name;
          return;
      }
    },
    notice(notice) {
      if (notice.id === "time-jump") timeJumps++;
    },
    read() {
      const nowMs = now();
      const facts = factsAt(nowMs);
      return { facts, checkResults: checkResultsAt(nowMs, facts) };
    },
  };
}

function isPlayable(codec: EncoderFacts["videoCodec"] | EncoderFacts["audioCodec"]): boolean {
  return codec === null || codec === "avc" || codec === "aac";
}

/** False while packets of an unsupported codec may arrive, which are not counted. */
function isWaiting({ videoCodec, audioCodec }: EncoderFacts): boolean {
  return isPlayable(videoCodec) && isPlayable(audioCodec);
}

function codecResults({ videoCodec, audioCodec }: EncoderFacts): CheckResult[] {
  const checkResults: CheckResult[] = [];
  if (videoCodec !== null && videoCodec !== "avc") {
    checkResults.push({ id: "unsupported-video", codec: videoCodec });
  }
  if (audioCodec !== null && audioCodec !== "aac") {
    checkResults.push({ id: "unsupported-audio", codec: audioCodec });
  }
  return checkResults;
}

function rateResults(facts: EncoderFacts, limit: number): CheckResult[] {
  const { keyFrameSeconds, kilobitsPerSecond, frameRate, width, height } = facts;
  const checkResults: CheckResult[] = [];
  if (kilobitsPerSecond > limit) checkResults.push({ id: "bit-rate", kilobitsPerSecond, limit });
  if (keyFrameSeconds !== null && keyFrameSeconds > MAX_KEY_FRAME_SECONDS) {
    checkResults.push({ id: "key-frame-interval", seconds: keyFrameSeconds });
  }
  if (frameRate !== null && frameRate > MAX_FRAMES_PER_SECOND) {
    checkResults.push({ id: "frame-rate", framesPerSecond: frameRate });
  }
  if (width !== null && height !== null && width * height > MAX_SIZE) {
    checkResults.push({ id: "size", width, height });
  }
  return checkResults;
}

function dropResults(perMinute: number, count: number): CheckResult[] {
  const checkResults: CheckResult[] = [];
  if (perMinute >= MANY_DROPS) checkResults.push({ id: "drops", perMinute });
  if (count >= MANY_JUMPS) checkResults.push({ id: "time-jumps", count });
  return checkResults;
}
