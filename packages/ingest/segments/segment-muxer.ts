import {
  BufferTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
} from "mediabunny";
import { clearTimes } from "#ingest/files/mp4-boxes.ts";
import type { AudioConfig, VideoConfig } from "./stream-config.ts";

/** Times in seconds since the start of the session. */
export type VideoSample = {
  readonly data: Uint8Array;
  readonly presentation: number;
};
export type AudioSample = { readonly data: Uint8Array; readonly presentation: number };

export type MuxedFile = { readonly init: Uint8Array; readonly media: Uint8Array };

/** Units of a second in which pictures are timed: a millisecond is a whole number of them. */
const VIDEO_TIMESCALE = 90_000;

type MuxerInput = {
  /** Pictures in decode order, the first one a key frame. */
  video: { config: VideoConfig; samples: readonly VideoSample[] } | null;
  audio: { config: AudioConfig; samples: readonly AudioSample[] } | null;
  /** End of the last picture. */
  end: number;
  /** Degrees clockwise by which players turn the picture. */
  rotation?: 0 | 90 | 180 | 270;
};

/**
 * Packs samples into one CMAF segment.
 *
 * @throws Error when the packets contradict their configuration.
 */
export async function muxSegment({
  video,
  audio,
  end,
  rotation = 0,
}: MuxerInput): Promise<MuxedFile> {
  const target = new BufferTarget();
  const initTarget = new BufferTarget();
  const output = new Output({ format: new CmafOutputFormat(), target, initTarget });
  const videoSource = video && new EncodedVideoPacketSource("avc");
  const audioSource = audio && new EncodedAudioPacketSource("aac");
  // The format takes its time scale from the frame rate and uses it for nothing else.
  if (videoSource) output.addVideoTrack(videoSource, { frameRate: VIDEO_TIMESCALE, rotation });
  if (audioSource) output.addAudioTrack(audioSource);
  await output.start();
  if (videoSource) await addVideo(videoSource, video, end);
  if (audioSource) await addAudio(audioSource, audio);
  await output.finalize();
  if (!target.buffer || !initTarget.buffer) throw new Error("No segment was written");
  const init = new Uint8Array(initTarget.buffer);
  clearTimes(init);
  return { init, media: new Uint8Array(target.buffer) };
}

async function addVideo(
  source: EncodedVideoPacketSource,
  { config, samples }: NonNullable<MuxerInput["video"]>,
  end: number,
): Promise<void> {
  const decoderConfig = {
    codec: config.codec,
    codedWidth: config.width,
    codedHeight: config.height,
    description: config.description,
  };
  // Decode times are the presentation times in order: the last sample in decode order lasts until the cut.
  const latest = samples.reduce((max, { presentation }) => Math.max(max, presentation), 0);
  const lastDuration = Math.max(0, end - latest);
  for (const [index, { data, presentation }] of samples.entries()) {
    // Only the first is declared a key frame: pictures of an open group of pictures precede the next one.
    const type = index === 0 ? "key" : "delta";
    await source.add(new EncodedPacket(data, type, presentation, lastDuration), { decoderConfig });
  }
  source.close();
}

async function addAudio(
  source: EncodedAudioPacketSource,
  { config, samples }: NonNullable<MuxerInput["audio"]>,
): Promise<void> {
  const decoderConfig = {
    codec: config.codec,
    sampleRate: config.sampleRate,
    numberOfChannels: config.channels,
    description: config.description,
  };
  const duration = config.frameSamples / config.sampleRate;
  for (const { data, presentation } of samples) {
    await source.add(new EncodedPacket(data, "key", presentation, duration), { decoderConfig });
  }
  source.close();
}
