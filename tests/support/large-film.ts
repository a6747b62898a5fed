import { open } from "node:fs/promises";
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from "mediabunny";
import { AAC_MONO, AVC_720P } from "@reign-tv/ingest/testing/fake-encoder.ts";

const PICTURES_PER_SECOND = 25;
const KEY_FRAME_SECONDS = 2;
const CHUNK_BYTES = 1_048_576;
const NOTHING = Buffer.alloc(CHUNK_BYTES);
const SOUND_SECONDS = 1_024 / 48_000;
const VIDEO = {
  decoderConfig: {
    codec: "avc1.4d401f",
    codedWidth: 1_280,
    codedHeight: 720,
    description: AVC_720P,
  },
};
const AUDIO = {
  decoderConfig: {
    codec: "mp4a.40.2",
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: AAC_MONO,
  },
};

/**
 * Writes an MP4 whose packets are zeros, which take no space on the disk.
 *
 * @param film.bytes about the size of the file.
 */
export async function writeLargeFilm(
  path: string,
  film: { seconds: number; bytes: number },
): Promise<void> {
  const file = await open(path, "w");
  const writable = new WritableStream<{ data: Uint8Array; position: number }>({
    async write({ data, position }) {
      const end = position + data.length;
      const isEmpty = NOTHING.subarray(0, data.length).equals(data);
      if (!isEmpty) await file.write(data, 0, data.length, position);
      else if ((await file.stat()).size < end) await file.truncate(end);
    },
  });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget(writable, { chunked: true, chunkSize: CHUNK_BYTES }),
  });
  const video = new EncodedVideoPacketSource("avc");
  const audio = new EncodedAudioPacketSource("aac");
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const picture = new Uint8Array(Math.round(film.bytes / film.seconds / PICTURES_PER_SECOND));
  const sound = new Uint8Array(100);
  const distance = 1 / PICTURES_PER_SECOND;
  let heard = 0;
  for (let index = 0; index < film.seconds * PICTURES_PER_SECOND; index += 1) {
    const at = index * distance;
    const isKey = index % (KEY_FRAME_SECONDS * PICTURES_PER_SECOND) === 0;
    await video.add(new EncodedPacket(picture, isKey ? "key" : "delta", at, distance), VIDEO);
    for (; heard * SOUND_SECONDS < at + distance; heard += 1) {
      const packet = new EncodedPacket(sound, "key", heard * SOUND_SECONDS, SOUND_SECONDS);
      await audio.add(packet, AUDIO);
    }
  }
  await output.finalize();
  await file.close();
}
