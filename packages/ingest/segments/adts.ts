import { type AudioConfig, readAudioConfig, SAMPLE_RATES } from "./stream-config.ts";

/** AAC as a stream of frames with a header of their own (ISO 14496-3, 1.A.2), as programs read and write it. */

const HEADER_BYTES = 7;
const MAX_FRAME_BYTES = 0x1f_ff;
/** ADTS has frames of this many samples alone. */
const FRAME_SAMPLES = 1024;

/** Frames of AAC in ADTS; null when the parameters or a frame do not fit its header. */
export function writeAdts(config: AudioConfig, frames: readonly Uint8Array[]): Uint8Array | null {
  const rate = SAMPLE_RATES.indexOf(config.sampleRate);
  if (rate < 0 || config.frameSamples !== FRAME_SAMPLES) return null;
  const layout = config.channels === 8 ? 7 : config.channels;
  if (frames.some(({ length }) => length > MAX_FRAME_BYTES - HEADER_BYTES)) return null;
  return Buffer.concat(
    frames.flatMap((frame) => {
      const length = frame.length + HEADER_BYTES;
      const header = [
        0xff,
        0xf1,
        0x40 | (rate << 2) | (layout >> 2),
        ((layout & 3) << 6) | (length >> 11),
        (length >> 3) & 0xff,
        ((length & 7) << 5) | 0x1f,
        0xfc,
      ];
      return [Uint8Array.from(header), frame];
    }),
  );
}

/**
 * Frames at the start of an ADTS stream, and the bytes after them.
 *
 * @throws RangeError when the bytes are no ADTS.
 */
export function readAdts(bytes: Uint8Array): { frames: Uint8Array[]; rest: Uint8Array } {
  const frames: Uint8Array[] = [];
  let rest = bytes;
  for (; rest.length >= HEADER_BYTES;) {
    const [sync = 0, flags = 0, , high = 0, middle = 0, low = 0] = rest;
    const head = (flags & 1) === 1 ? HEADER_BYTES : HEADER_BYTES + 2;
    const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
    if (sync !== 0xff || (flags & 0xf6) !== 0xf0 || length <= head) throw new RangeError("No ADTS");
    if (rest.length < length) break;
    frames.push(rest.subarray(head, length));
    rest = rest.subarray(length);
  }
  return { frames, rest };
}

/** Parameters of AAC-LC with one channel; null for a rate without a number. */
export function monoConfig(sampleRate: number): AudioConfig | null {
  const rate = SAMPLE_RATES.indexOf(sampleRate);
  if (rate < 0) return null;
  return readAudioConfig(Uint8Array.of(0x10 | (rate >> 1), ((rate & 1) << 7) | 0x08));
}
