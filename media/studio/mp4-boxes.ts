/** The small vocabulary of ISO base media files (ISO/IEC 14496-12): big-endian numbers and boxes. */

export function pack(...parts: Buffer[]): Buffer {
  return Buffer.concat(parts);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** A box: its length, its four-letter name, its content. */
export function box(name: string, ...parts: Buffer[]): Buffer {
  const content = pack(...parts);
  return pack(u32(content.length + 8), Buffer.from(name, "latin1"), content);
}

/** A box that begins with a version and flags. */
export function fullBox(name: string, version: number, flags: number, ...parts: Buffer[]): Buffer {
  return box(name, u32(version * 0x1000000 + flags), ...parts);
}

export type BoxPlace = { name: string; offset: number; length: number };

/** Lists the boxes that stand side by side in the given bytes, without entering them. */
export function listBoxes(bytes: Buffer): BoxPlace[] {
  const places: BoxPlace[] = [];
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(offset);
    if (length < 8 || offset + length > bytes.length) throw new Error(`broken box at ${offset}`);
    places.push({ name: bytes.toString("latin1", offset + 4, offset + 8), offset, length });
    offset += length;
  }
  return places;
}
