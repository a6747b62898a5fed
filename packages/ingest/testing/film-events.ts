import { join } from "node:path";
import {
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputTrack,
  MP4,
} from "mediabunny";
import type { MediaEvent } from "#ingest/media-event.ts";

const CLIPS = join(import.meta.dirname, "../../../media/clips");

/** Reads a film of the library as an encoder would send it, in milliseconds as RTMP has them. */
export async function filmEvents(name: string, seconds = Infinity): Promise<MediaEvent[]> {
  using input = new Input({ source: new FilePathSource(join(CLIPS, name)), formats: [MP4] });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video || !audio) throw new Error(`${name} lacks a track`);
  const timed: { ms: number; event: MediaEvent }[] = [];
  const pictures = await packetsOf(video, seconds);
  const decodeTimes = pictures.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b);
  for (const [index, { data, timestamp, type }] of pictures.entries()) {
    const decodeMs = Math.round((decodeTimes[index] ?? 0) * 1000);
    const presentationMs = Math.round(timestamp * 1000);
    const isKeyFrame = type === "key";
    timed.push({
      ms: decodeMs,
      event: { kind: "video", data, decodeMs, presentationMs, isKeyFrame },
    });
  }
  for (const { data, timestamp } of await packetsOf(audio, seconds)) {
    const presentationMs = Math.round(timestamp * 1000);
    if (presentationMs < 0) continue;
    timed.push({ ms: presentationMs, event: { kind: "audio", data, presentationMs } });
  }
  return [
    { kind: "video-config", codec: "avc", description: bytesOf(await video.getDecoderConfig()) },
    { kind: "audio-config", codec: "aac", description: bytesOf(await audio.getDecoderConfig()) },
    ...timed.toSorted((a, b) => a.ms - b.ms).map(({ event }) => event),
  ];
}

async function packetsOf(track: InputTrack, seconds: number): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp >= seconds) break;
    packets.push(packet);
  }
  return packets;
}

function bytesOf(config: { description?: AllowSharedBufferSource } | null): Uint8Array {
  const description = config?.description;
  if (!description) throw new Error("The film has no codec description");
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
