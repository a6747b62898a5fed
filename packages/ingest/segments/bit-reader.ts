/** Reads bits of a codec's headers, the highest bit of a byte first. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @throws RangeError past the end. */
  read(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) {
      const byte = this.#bytes[this.#position >> 3];
      if (byte === undefined) throw new RangeError("Header ends too early");
      value = value * 2 + ((byte >> (7 - (this.#position & 7))) & 1);
      this.#position++;
    }
    return value;
  }

  skip(count: number): void {
    this.#position += count;
  }

  /** Unsigned Exp-Golomb code (H.264, 9.1). */
  readUnsigned(): number {
    let zeros = 0;
    while (this.read(1) === 0) {
      if (++zeros > 31) throw new RangeError("Code is too long");
    }
    return 2 ** zeros - 1 + this.read(zeros);
  }

  /** Signed Exp-Golomb code. */
  readSigned(): number {
    const code = this.readUnsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}
