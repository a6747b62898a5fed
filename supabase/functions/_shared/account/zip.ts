/** A file for an archive. */
export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array };

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Lowest value of a CRC-32 polynomial, reversed (ISO 3309). */
const CRC_POLYNOMIAL = 0xedb88320;
/** 1 January 1980, the earliest day that the format knows. */
const DATE = 0x0021;

/** Puts files into a zip archive, stored as they are: a few short texts and a picture. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files = entries.map(({ name, bytes }) => ({
    name: new TextEncoder().encode(name),
    bytes,
    crc: crc32(bytes),
  }));
  const size = files.reduce(
    (sum, { name, bytes }) =>
      sum + LOCAL_HEADER_BYTES + CENTRAL_HEADER_BYTES + 2 * name.length + bytes.length,
    END_BYTES,
  );
  const writer = createWriter(size);
  const offsets = files.map((file) => {
    const offset = writer.position();
    writer.u32(LOCAL_SIGNATURE);
    writeFacts(writer, file);
    writer.bytes(file.name);
    writer.bytes(file.bytes);
    return offset;
  });
  const centralStart = writer.position();
  files.forEach((file, index) => {
    writer.u32(CENTRAL_SIGNATURE);
    writer.u16(VERSION);
    writeFacts(writer, file);
    // Comment, disk, internal and external attributes: none.
    for (const _field of ["comment", "disk", "internal"]) writer.u16(0);
    writer.u32(0);
    writer.u32(offsets[index] ?? 0);
    writer.bytes(file.name);
  });
  const centralBytes = writer.position() - centralStart;
  writer.u32(END_SIGNATURE);
  writer.u32(0);
  writer.u16(files.length);
  writer.u16(files.length);
  writer.u32(centralBytes);
  writer.u32(centralStart);
  writer.u16(0);
  return writer.result;
}

type PackedFile = { readonly name: Uint8Array; readonly bytes: Uint8Array; readonly crc: number };

/** The part that a file's own header and its entry in the directory share. */
function writeFacts(writer: Writer, { name, bytes, crc }: PackedFile): void {
  writer.u16(VERSION);
  writer.u16(FLAGS);
  // Method "stored", time 0:00.
  writer.u32(0);
  writer.u16(DATE);
  writer.u32(crc);
  writer.u32(bytes.length);
  writer.u32(bytes.length);
  writer.u16(name.length);
  writer.u16(0);
}

type Writer = ReturnType<typeof createWriter>;

/** Writes numbers in the format's byte order, one after the other. */
function createWriter(size: number) {
  const result = new Uint8Array(size);
  const view = new DataView(result.buffer);
  let offset = 0;
  return {
    result,
    position: () => offset,
    u16(value: number) {
      view.setUint16(offset, value, true);
      offset += 2;
    },
    u32(value: number) {
      view.setUint32(offset, value, true);
      offset += 4;
    },
    bytes(bytes: Uint8Array) {
      result.set(bytes, offset);
      offset += bytes.length;
    },
  };
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
