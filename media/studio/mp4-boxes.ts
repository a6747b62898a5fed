/** Primitives of ISO base media files (ISO/IEC 14496-12): big-endian numbers and boxes. */

export function pack(...chunks: Buffer[]): Buffer {
  return Buffer.concat(chunks);
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

/** A box: length, four-letter name, content. */
export function box(name: string, ...children: Buffer[]): Buffer {
  const content = pack(...children);
  return pack(u32(content.length + 8), Buffer.from(name, "latin1"), content);
}

/** A box with version and flags. */
export function fullBox(name: string, version: number, flags: number, ...children: Buffer[]): Buffer {
  return box(name, u32(version * 0x1000000 + flags), ...children);
}

export type BoxRange = { name: string; offset: number; length: number };

/** Lists the boxes in the given bytes without entering them. */
export function listBoxes(bytes: Buffer): BoxRange[] {
  const places: BoxRange[] = [];
  let offset = 0;
  while (offset + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(offset);
    if (length < 8 || offset + length > bytes.length) throw new Error(`broken box at ${offset}`);
    places.push({ name: bytes.toString("latin1", offset + 4, offset + 8), offset, length });
    offset += length;
  }
  return places;
}
