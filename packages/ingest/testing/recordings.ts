import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import type { MediaEvent } from "#ingest/media-event.ts";
import { readAudioTag, readVideoTag } from "#ingest/rtmp/media-tags.ts";
import { MESSAGE } from "#ingest/rtmp/protocol.ts";
import { THREE_SECONDS, readFlvFile } from "./flv-file.ts";

/** Events of the three-second film, as an encoder sends them. */
export function threeSecondEvents(): MediaEvent[] {
  return readFlvFile(THREE_SECONDS)
    .map(({ type, body, timeMs }) => {
      if (type === MESSAGE.video) return readVideoTag(body, timeMs);
      return type === MESSAGE.audio ? readAudioTag(body, timeMs) : null;
    })
    .filter((event) => event !== null);
}

/** Makes a recording of events as a browser does: fragmented MP4, or Matroska. */
export async function recordingOf(
  container: "mp4" | "mkv",
  events: readonly MediaEvent[],
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const format =
    container === "mp4"
      ? new Mp4OutputFormat({ fastStart: "fragmented", minimumFragmentDuration: 0.9 })
      : new MkvOutputFormat();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource("avc");
  const audio = new EncodedAudioPacketSource("aac");
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  let videoConfig: VideoDecoderConfig | null = null;
  let audioConfig: AudioDecoderConfig | null = null;
  for (const event of events) {
    if (event.kind === "video-config") {
      const { description } = event;
      videoConfig = { codec: "avc1.4d4015", codedWidth: 426, codedHeight: 240, description };
    } else if (event.kind === "audio-config") {
      const { description } = event;
      audioConfig = { codec: "mp4a.40.2", sampleRate: 48_000, numberOfChannels: 1, description };
    } else if (event.kind === "video" && videoConfig) {
      const { data, isKeyFrame, presentationMs } = event;
      const packet = new EncodedPacket(
        data,
        isKeyFrame ? "key" : "delta",
        presentationMs / 1_000,
        0.04,
      );
      await video.add(packet, { decoderConfig: videoConfig });
    } else if (event.kind === "audio" && audioConfig) {
      const packet = new EncodedPacket(event.data, "key", event.presentationMs / 1_000, 0.021);
      await audio.add(packet, { decoderConfig: audioConfig });
    }
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** A recording in codecs that are not copied: VP8 and Opus. */
export async function webmRecording(): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const video = new EncodedVideoPacketSource("vp8");
  const audio = new EncodedAudioPacketSource("opus");
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const decoderConfig = { codec: "vp8", codedWidth: 64, codedHeight: 48 };
  await video.add(new EncodedPacket(new Uint8Array(30), "key", 0, 1), { decoderConfig });
  const opus = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1 };
  await audio.add(new EncodedPacket(new Uint8Array(30), "key", 0, 1), { decoderConfig: opus });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** Sound as WAV: 16 bits, 8 kHz, mono. */
export function waveFile(seconds: number): Uint8Array {
  const rate = 8_000;
  const file = Buffer.alloc(44 + seconds * rate * 2);
  file.write("RIFF");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(file.length - 44, 40);
  for (let at = 44; at < file.length; at += 2) file.writeInt16LE((at * 997) % 20_000, at);
  return file;
}
