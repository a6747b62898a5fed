/** Reads a body by lines and by bytes, holding no more of it than one of its pieces. */
export type ByteReader = {
  /** A line without its end, or null when the body ends before it or it is longer than `maxBytes`. */
  line(maxBytes: number): Promise<string | null>;
  /** At least one and at most `maxBytes` bytes; null at the end. */
  some(maxBytes: number): Promise<Uint8Array | null>;
};

const CR = 0x0d;
const LF = 0x0a;

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const { done, value } = await pieces.next();
      if (done === true) return false;
      rest = value;
    }
    return true;
  };
  return {
    async line(maxBytes) {
      const bytes: number[] = [];
      while (await fill()) {
        const [byte = 0] = rest;
        rest = rest.subarray(1);
        if (byte === LF && bytes.at(-1) === CR) return Buffer.from(bytes.slice(0, -1)).toString();
        if (bytes.push(byte) > maxBytes) return null;
      }
      return null;
    },
    async some(maxBytes) {
      if (!(await fill())) return null;
      const piece = rest.subarray(0, maxBytes);
      rest = rest.subarray(piece.length);
      return piece;
    },
  };
}
