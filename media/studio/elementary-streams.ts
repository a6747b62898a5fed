import { pack, u32 } from "./mp4-boxes.ts";

export type AvcStream = { sps: Buffer; pps: Buffer; pictures: Buffer[] };
export type AacStream = { configuration: Buffer; frames: Buffer[] };

const NAL = { slice: 1, keySlice: 5, sps: 7, pps: 8 } as const;

/** Returns the NAL units between the start codes of an H.264 byte stream. */
function nalUnits(bytes: Buffer): Buffer[] {
  const startCode = Buffer.from([0, 0, 1]);
  const units: Buffer[] = [];
  let at = bytes.indexOf(startCode);
  while (at >= 0) {
    const next = bytes.indexOf(startCode, at + 3);
    const end = next < 0 ? bytes.length : bytes[next - 1] === 0 ? next - 1 : next;
    units.push(bytes.subarray(at + 3, end));
    at = next;
  }
  return units;
}

/**
 * Splits an H.264 byte stream. The encoder writes one slice per frame and no B-frames, so every
 * slice unit is a frame, in display order.
 */
export function readAnnexB(bytes: Buffer): AvcStream {
  const pictures: Buffer[] = [];
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  for (const unit of nalUnits(bytes)) {
    const kind = (unit[0] ?? 0) & 0x1f;
    if (kind === NAL.sps) sps ??= unit;
    if (kind === NAL.pps) pps ??= unit;
    if (kind === NAL.slice || kind === NAL.keySlice) pictures.push(pack(u32(unit.length), unit));
  }
  if (!sps || !pps) throw new Error("the video stream has no parameter sets");
  return { sps, pps, pictures };
}

/** Splits an ADTS stream into AAC frames and their AudioSpecificConfig. */
export function readAdts(bytes: Buffer): AacStream {
  const frames: Buffer[] = [];
  let offset = 0;
  while (offset + 7 <= bytes.length) {
    const length = (bytes.readUIntBE(offset + 3, 3) >> 5) & 0x1fff;
    const headerLength = (bytes[offset + 1] ?? 0) & 1 ? 7 : 9;
    frames.push(bytes.subarray(offset + headerLength, offset + length));
    offset += length;
  }
  const profile = ((bytes[2] ?? 0) >> 6) + 1;
  const rateIndex = ((bytes[2] ?? 0) >> 2) & 0x0f;
  const channels = (((bytes[2] ?? 0) & 1) << 2) | ((bytes[3] ?? 0) >> 6);
  const configuration = Buffer.from([
    (profile << 3) | (rateIndex >> 1),
    ((rateIndex & 1) << 7) | (channels << 3),
  ]);
  return { configuration, frames };
}
