import { type AudioConfig, silentFrame } from "./stream-config.ts";
import type { AudioSample } from "./segment-muxer.ts";

/** Times closer than this to the sample grid are snapped to it. */
const TOLERANCE_MS = 40;

type Sound = AudioSample & {
  /** Encoder's clock. */
  readonly atMs: number;
};

export type SoundQueue = {
  readonly config: AudioConfig;
  /** End of the last frame by the encoder's clock. */
  endMs(): number;
  /** Bytes that wait. */
  bytes(): number;
  /** Queues a frame, after silence where frames are missing. False for one that comes too late: it is dropped. */
  push(data: Uint8Array, atMs: number): boolean;
  /** Queues silence up to an instant. */
  fillTo(atMs: number): void;
  /** Removes the frames that start before an instant. */
  takeUntil(atMs: number): Sound[];
};

/**
 * Frames on a grid of whole samples, without holes or overlaps: milliseconds of the encoder would give each frame a
 * length of its own.
 *
 * @param startMs encoder's clock at the first frame.
 * @param startSeconds time of that instant since the start of the session.
 */
export function createSoundQueue(
  config: AudioConfig,
  startMs: number,
  startSeconds: number,
): SoundQueue {
  const { frameSamples, sampleRate } = config;
  const frameMs = (frameSamples / sampleRate) * 1000;
  const firstSample = Math.round(startSeconds * sampleRate);
  const silence = silentFrame(config);
  let frames: Sound[] = [];
  let count = 0;
  let bytes = 0;

  const endMs = () => startMs + count * frameMs;

  function add(data: Uint8Array): void {
    const presentation = (firstSample + count * frameSamples) / sampleRate;
    frames.push({ data, presentation, atMs: endMs() });
    bytes += data.length;
    count++;
  }

  function fill(frameCount: number): void {
    if (!silence) count += frameCount;
    else for (let index = 0; index < frameCount; index++) add(silence);
  }

  return {
    config,
    endMs,
    bytes: () => bytes,
    push(data, atMs) {
      const offMs = atMs - endMs();
      if (offMs < (count === 0 ? -frameMs / 2 : -TOLERANCE_MS)) return false;
      if (offMs > TOLERANCE_MS) fill(Math.round(offMs / frameMs));
      add(data);
      return true;
    },
    fillTo(atMs) {
      fill(Math.max(0, Math.ceil((atMs - endMs()) / frameMs)));
    },
    takeUntil(atMs) {
      const taken = frames.filter((frame) => frame.atMs < atMs);
      frames = frames.slice(taken.length);
      bytes -= taken.reduce((total, { data }) => total + data.length, 0);
      return taken;
    },
  };
}
