import type { MediaEvent } from "#ingest/media-event.ts";
import type { Segmenter, SegmenterOptions } from "#ingest/segmenter-contract.ts";
import { createEncoderClock } from "./encoder-clock.ts";
import { groupStart, latestPresentation, type Picture, typicalDistance } from "./picture-queue.ts";
import { createSegmentWriter } from "./segment-writer.ts";
import { createSoundQueue, type SoundQueue } from "./sound-queue.ts";
import {
  type AudioConfig,
  isSameConfig,
  readAudioConfig,
  readVideoConfig,
  SILENT_CONFIG,
  type VideoConfig,
} from "./stream-config.ts";

/** Key frames come some milliseconds early. */
const TARGET_TOLERANCE_MS = 50;
/** A track that is behind for so long is missing. */
const MISSING_AFTER_MS = 3_000;
const MAX_COMPOSITION_MS = 3_000;
/** Bounds for a broadcast. */
const BROADCAST_LIMITS = {
  segmentSeconds: 10,
  waitingBytes: 24 * 1024 * 1024,
  waitingPackets: 4_000,
} as const;
/** An AAC frame has at most 768 bytes for each of 8 channels. */
const MAX_SOUND_BYTES = 8_192;

type RawSound = { readonly data: Uint8Array; readonly atMs: number };

/** A span without discontinuity. */
type Run = {
  /** Null while the encoder sends only sound. */
  readonly video: VideoConfig | null;
  sound: SoundQueue;
  pictures: Picture[];
  bytes: number;
  /** Encoder's clock at the start of the run and of the segment in the making. */
  readonly startMs: number;
  segmentMs: number;
};

/**
 * Cuts a broadcast into HLS segments, without an encoder: at key frames, with what is missing or changes on the way
 * shown as discontinuities.
 */
export function createSegmenter(options: SegmenterOptions): Segmenter {
  const { startedAt, onNotice } = options;
  const { segmentSeconds, waitingBytes, waitingPackets } = options.limits ?? BROADCAST_LIMITS;
  const longestMs = segmentSeconds * 1000;
  const targetMs = options.targetSeconds * 1000 - TARGET_TOLERANCE_MS;
  const clock = createEncoderClock();
  const writer = createSegmentWriter(options);
  let video: VideoConfig | null = null;
  let audio: AudioConfig | null = null;
  let run: Run | null = null;
  /** Sound before a run starts, and of a configuration that the next run will have. */
  let early: RawSound[] = [];
  let lastPictureMs: number | null = null;
  /** End of the last segment by the encoder's clock; null after an interruption. */
  let cutMs: number | null = null;
  let isSilent = false;
  /** Session time of an instant of the encoder's clock. */
  let origin: { readonly ms: number; readonly seconds: number } | null = null;
  let sessionMs: number | null = null;

  const secondsAt = (ms: number) => (origin ? origin.seconds + (ms - origin.ms) / 1000 : 0);

  /** Ties the encoder's clock to the session's; after an interruption by the wall clock. */
  function setOrigin(ms: number, latestMs: number): void {
    if (origin) return;
    const endSeconds = writer.endSeconds();
    let seconds = endSeconds ?? 0;
    if (endSeconds !== null && typeof startedAt === "function" && sessionMs !== null) {
      const passedMs = startedAt() - sessionMs - (latestMs - ms);
      seconds = Math.max(endSeconds, Math.round(passedMs) / 1000);
    }
    origin = { ms, seconds };
  }

  /** @param latestMs time of the newest packet, when that is later than the start. */
  function startRun(pictures: Picture[], startMs: number, latestMs = startMs): Run {
    setOrigin(startMs, latestMs);
    const sound = createSoundQueue(audio ?? SILENT_CONFIG, startMs, secondsAt(startMs));
    const bytes = pictures.reduce((total, { data }) => total + data.length, 0);
    const config = pictures[0]?.config ?? null;
    run = { video: config, sound, pictures, bytes, startMs, segmentMs: startMs };
    writer.interrupt();
    const sounds = early;
    early = [];
    for (const { data, atMs } of sounds) pushSound(run, data, atMs);
    return run;
  }

  function pushSound(current: Run, data: Uint8Array, atMs: number): void {
    if (!current.sound.push(data, atMs) || !isSilent) return;
    isSilent = false;
    onNotice({ id: "audio-returned" });
  }

  /** Emits what plays before an instant. */
  function cut(current: Run, endMs: number, pictures: readonly Picture[]): void {
    current.sound.fillTo(endMs);
    const sounds = current.sound.takeUntil(endMs);
    if (!current.video && sounds.length === 0) return;
    const distance = typicalDistance(pictures);
    writer.add({
      startMs: (sessionMs ?? 0) + secondsAt(current.segmentMs) * 1000,
      startSeconds: secondsAt(current.segmentMs),
      endSeconds: secondsAt(endMs),
      video: current.video && {
        config: current.video,
        samples: pictures.map(({ data, presentationMs }) => ({
          data,
          presentation: secondsAt(presentationMs),
        })),
      },
      audio: sounds.length > 0 ? { config: current.sound.config, samples: sounds } : null,
      frameRate: current.video ? Math.round(100_000 / distance) / 100 : null,
    });
    current.segmentMs = endMs;
    cutMs = endMs;
  }

  /** Emits the pictures that wait, with the sound up to an instant; what follows starts after a discontinuity. */
  function endRun(current: Run, endMs: number): void {
    run = null;
    const hasContent = current.video === null || current.pictures.length > 0;
    if (hasContent && endMs > current.segmentMs) cut(current, endMs, current.pictures);
    if (isAudioChanged(current)) return;
    early = [...current.sound.takeUntil(Infinity), ...early];
  }

  function picturesEnd({ pictures }: Run): number {
    return latestPresentation(pictures) + typicalDistance(pictures);
  }

  function endOf(current: Run): number {
    return Math.max(picturesEnd(current), current.sound.endMs());
  }

  function isAudioChanged(current: Run): boolean {
    return audio !== null && !isSameConfig(audio, current.sound.config);
  }

  /** Returns whether the sound is complete up to an instant; that of an encoder without sound is made complete. */
  function hasSoundUntil(current: Run, endMs: number): boolean {
    if (isSilent || isAudioChanged(current) || current.sound.endMs() >= endMs) return true;
    if (latestPresentation(current.pictures) - current.sound.endMs() < MISSING_AFTER_MS)
      return false;
    const isFirst = current.sound.endMs() === current.startMs;
    isSilent = true;
    onNotice({ id: isFirst ? "no-audio" : "audio-stopped" });
    return true;
  }

  /** Index of the next picture to cut at; -1 while none has come. */
  function cutIndex(current: Run): number {
    const hasNewSound = isAudioChanged(current);
    return current.pictures.findIndex((picture, index) => {
      if (index === 0 || !picture.isKeyFrame) return false;
      const isForced = hasNewSound || picture.config !== current.video;
      return isForced || picture.presentationMs - current.segmentMs >= targetMs;
    });
  }

  function cutPictures(): void {
    while (run?.video) {
      const current: Run = run;
      const index = cutIndex(current);
      if (index < 0) {
        endOverlong(current);
        return;
      }
      const endMs = groupStart(current.pictures, index);
      if (endMs === null || endMs <= current.segmentMs || !hasSoundUntil(current, endMs)) return;
      const rest = current.pictures.slice(index);
      cut(current, endMs, current.pictures.slice(0, index));
      current.pictures = rest;
      current.bytes = rest.reduce((total, { data }) => total + data.length, 0);
      const hasNewSound = isAudioChanged(current);
      if (!hasNewSound && rest[0]?.config === current.video) continue;
      const next = startRun(rest, endMs);
      if (!hasNewSound) next.sound = current.sound;
    }
  }

  function endOverlong(current: Run): void {
    const spanMs = latestPresentation(current.pictures) - current.segmentMs;
    if (spanMs < longestMs) return;
    onNotice({ id: "no-key-frame", seconds: spanMs / 1000 });
    endRun(current, picturesEnd(current));
  }

  function cutSound(current: Run): void {
    const lengthMs = targetMs + TARGET_TOLERANCE_MS;
    while (current.sound.endMs() - current.segmentMs >= lengthMs) {
      cut(current, current.segmentMs + lengthMs, []);
    }
  }

  /** Bounds memory whatever the times say. */
  function checkQueues(): void {
    if (!run) {
      if (early.length > waitingPackets) early.shift();
      return;
    }
    const packets = run.pictures.length + early.length;
    const bytes = run.bytes + run.sound.bytes();
    if (packets <= waitingPackets && bytes <= waitingBytes) return;
    onNotice({ id: "overflow", packets });
    run = null;
    early = [];
  }

  /** Checks the time of a packet: a jump interrupts the broadcast. @returns false for one that belongs nowhere. */
  function checkTime(track: "video" | "audio", ms: number): boolean {
    const jumpMs = Number.isFinite(ms) ? clock.read(track, ms) : null;
    if (jumpMs === null) return false;
    if (jumpMs !== 0) {
      onNotice({ id: "time-jump", seconds: jumpMs / 1000 });
      interrupt();
    }
    return true;
  }

  function interrupt(): void {
    if (run) endRun(run, endOf(run));
    early = [];
    lastPictureMs = null;
    cutMs = null;
    origin = null;
    isSilent = false;
  }

  function onPicture(event: Extract<MediaEvent, { kind: "video" }>): void {
    if (!video || event.data.length === 0) return;
    const { data, decodeMs, isKeyFrame } = event;
    if (!checkTime("video", decodeMs)) return;
    lastPictureMs = decodeMs;
    const offsetMs = event.presentationMs - decodeMs;
    const presentationMs = decodeMs + (Math.abs(offsetMs) <= MAX_COMPOSITION_MS ? offsetMs : 0);
    const picture: Picture = { data, isKeyFrame, presentationMs, config: video };
    if (run?.video === null && isKeyFrame && presentationMs > run.segmentMs) {
      endRun(run, presentationMs);
    }
    if (!run) {
      const isLate = cutMs !== null && presentationMs < cutMs;
      if (isKeyFrame && !isLate) startRun([picture], presentationMs);
      return;
    }
    if (!run.video || (!isKeyFrame && !continues(run, picture))) return;
    run.pictures.push(picture);
    run.bytes += data.length;
    cutPictures();
  }

  /** False for a picture that cannot be decoded: of other parameters than the one before, or from before the start. */
  function continues({ pictures, startMs }: Run, { config, presentationMs }: Picture): boolean {
    return pictures.at(-1)?.config === config && presentationMs >= startMs;
  }

  function onSound(event: Extract<MediaEvent, { kind: "audio" }>): void {
    if (!audio || event.data.length === 0 || event.data.length > MAX_SOUND_BYTES) return;
    const { data, presentationMs: atMs } = event;
    if (!checkTime("audio", atMs)) return;
    if (!run || !isSameConfig(audio, run.sound.config)) {
      early.push({ data, atMs });
      startWithoutPicture(atMs);
      return;
    }
    pushSound(run, data, atMs);
    if (!run.video) cutSound(run);
    else if (run.sound.endMs() - latestPresentation(run.pictures) > MISSING_AFTER_MS) {
      onNotice({ id: "no-video" });
      const endMs = endOf(run);
      endRun(run, endMs);
      startRun([], endMs, atMs);
    } else cutPictures();
  }

  /** Starts with sound alone when no picture comes. */
  function startWithoutPicture(atMs: number): void {
    const [first] = early;
    if (run || !first) return;
    const waitMs = lastPictureMs === null ? MISSING_AFTER_MS : longestMs;
    if (atMs - first.atMs < waitMs) return;
    onNotice({ id: "no-video" });
    cutSound(startRun([], Math.max(first.atMs, cutMs ?? first.atMs), atMs));
  }

  function onVideoConfig(description: Uint8Array): void {
    const config = readVideoConfig(description);
    if (!config) {
      video = null;
      onNotice({ id: "invalid-config", track: "video" });
    } else if (!isSameConfig(config, video)) {
      if (video) onNotice({ id: "video-changed", width: config.width, height: config.height });
      video = config;
    }
  }

  function onAudioConfig(description: Uint8Array): void {
    const config = readAudioConfig(description);
    if (!config) {
      audio = null;
      onNotice({ id: "invalid-config", track: "audio" });
    } else if (!isSameConfig(config, audio)) {
      const { sampleRate, channels } = config;
      if (audio) onNotice({ id: "audio-changed", sampleRate, channels });
      audio = config;
      early = [];
      if (!run) return;
      if (!run.video) endRun(run, run.sound.endMs());
      else if (run.segmentMs === run.startMs && run.sound.endMs() === run.startMs) {
        run.sound = createSoundQueue(config, run.startMs, secondsAt(run.startMs));
      }
    }
  }

  function take(event: MediaEvent): void {
    sessionMs ??= typeof startedAt === "function" ? startedAt() : startedAt;
    switch (event.kind) {
      case "video-config":
        onVideoConfig(event.description);
        break;
      case "audio-config":
        onAudioConfig(event.description);
        break;
      case "video":
        onPicture(event);
        break;
      case "audio":
        onSound(event);
        break;
      case "unsupported":
      case "encoder":
        return;
    }
    checkQueues();
  }

  return {
    push(event) {
      take(event);
      return writer.hasWork() ? writer.drain() : undefined;
    },
    flush() {
      interrupt();
      clock.reset();
      return writer.drain();
    },
  };
}
