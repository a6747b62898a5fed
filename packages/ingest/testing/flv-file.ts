import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Three seconds of 426 x 240 with 25 pictures a second, a key frame each second, B-frames, and mono AAC. Made by
 * `ffmpeg -f lavfi -i testsrc2=size=426x240:rate=25 -f lavfi -i sine=frequency=440:sample_rate=48000 -t 3 -c:v libx264
 * -preset veryslow -profile:v main -pix_fmt yuv420p -b:v 90k -g 25 -keyint_min 25 -sc_threshold 0 -bf 2 -c:a aac
 * -b:a 32k -ac 1 -flvflags no_duration_filesize three-seconds.flv`. The other file has 192 x 108, 40k and `-t 1`.
 */
export const THREE_SECONDS = fileURLToPath(new URL("three-seconds.flv", import.meta.url));
export const OTHER_SIZE = fileURLToPath(new URL("other-size.flv", import.meta.url));

/** Types are those of RTMP messages: 8 audio, 9 video, 18 data. */
export type FlvTag = { type: number; timeMs: number; body: Uint8Array };

const FILE_HEADER_BYTES = 13;
const TAG_HEADER_BYTES = 11;

/** Reads the tags of an FLV file. */
export function readFlvFile(path: string): FlvTag[] {
  const bytes = new Uint8Array(readFileSync(path));
  const view = new DataView(bytes.buffer);
  const tags: FlvTag[] = [];
  let position = FILE_HEADER_BYTES;
  while (position + TAG_HEADER_BYTES <= bytes.length) {
    const length = view.getUint32(position) & 0xff_ff_ff;
    const start = position + TAG_HEADER_BYTES;
    tags.push({
      type: view.getUint8(position),
      timeMs: (view.getUint32(position + 4) >>> 8) | (view.getUint8(position + 7) << 24),
      body: bytes.slice(start, start + length),
    });
    // Each tag is followed by its size.
    position = start + length + 4;
  }
  return tags;
}
