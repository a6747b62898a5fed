/** Reads exact numbers of bytes from a stream of chunks. */
export type ByteReader = {
  /** @throws Error when the stream ends first. */
  take(count: number): Promise<Buffer>;
  rest(): AsyncIterable<Buffer>;
};

export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let heldBytes = 0;
  return {
    async take(count) {
      while (heldBytes < count) {
        const next = await source.next();
        if (next.done === true) throw new Error("The archive ends too early.");
        held.push(next.value);
        heldBytes += next.value.length;
      }
      const all = held.length === 1 ? (held[0] ?? Buffer.alloc(0)) : Buffer.concat(held);
      held = [all.subarray(count)];
      heldBytes -= count;
      return all.subarray(0, count);
    },
    async *rest() {
      yield* held;
      held = [];
      for (let next = await source.next(); next.done !== true; next = await source.next()) {
        yield next.value;
      }
    },
  };
}
