import { monoConfig, readAdts, writeAdts } from "#ingest/segments/adts.ts";

/**
 * Speaks as ffmpeg does for a sound encoder: AAC in ADTS comes in, and frames of one channel go out, two behind. Its
 * first argument is the frame at which it ends, "endless" or "silent".
 */

const LAG = 2;
const [, , mode = "", , rate = ""] = process.argv;
const config = monoConfig(Number(rate));
let waiting = Buffer.alloc(0);
let count = 0;
let written = 0;

process.stdin.on("data", (bytes: Buffer) => {
  const { frames, rest } = readAdts(Buffer.concat([waiting, bytes]));
  waiting = Buffer.from(rest);
  count += frames.length;
  if (count >= Number(mode)) {
    process.stderr.write("out of memory");
    process.exit(1);
  }
  if (mode === "silent" || config === null) return;
  for (; written < count - LAG; written++) {
    const frame = writeAdts(config, [Uint8Array.of(0x01, written >> 8, written & 0xff)]);
    process.stdout.write(frame ?? "");
  }
});
