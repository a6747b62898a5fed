/** A piece of a recording in the making: what describes its tracks, or a fragment that plays after it. */
export type Mp4Piece = { kind: "init" | "fragment"; bytes: Uint8Array<ArrayBuffer> };

const HEADER_BYTES = 8;
/** Larger than any fragment that a server takes. */
const MAX_BOX_BYTES = 16_000_000;

/**
 * Cuts fragmented MP4, which comes in arbitrary parts, at the borders of its fragments.
 *
 * @returns a function that takes the next bytes and gives the pieces that they complete. It throws an Error when they
 *   are not fragmented MP4.
 */
export function createMp4Cutter(): (bytes: Uint8Array) => Mp4Piece[] {
  let rest = new Uint8Array(0);
  let piece: Uint8Array[] = [];

  function takePiece(): Uint8Array<ArrayBuffer> {
    const bytes = joined(piece);
    piece = [];
    return bytes;
  }

  return (bytes) => {
    rest = joined([rest, bytes]);
    const pieces: Mp4Piece[] = [];
    for (let box = firstBox(rest); box !== null; box = firstBox(rest)) {
      const { name, length } = box;
      // The index at the end is of no use to a live broadcast.
      if (name !== "mfra") piece.push(rest.slice(0, length));
      rest = rest.slice(length);
      if (name === "moov") pieces.push({ kind: "init", bytes: takePiece() });
      if (name === "mdat") pieces.push({ kind: "fragment", bytes: takePiece() });
    }
    return pieces;
  };
}

/** Name and length of the first box; null while it is not whole. */
function firstBox(bytes: Uint8Array): { name: string; length: number } | null {
  if (bytes.length < HEADER_BYTES) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const name = String.fromCodePoint(...bytes.subarray(4, HEADER_BYTES));
  if (length < HEADER_BYTES || length > MAX_BOX_BYTES || !/^[a-z0-9]{4}$/.test(name)) {
    throw new Error("The recorder does not write fragmented MP4");
  }
  return bytes.length < length ? null : { name, length };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
