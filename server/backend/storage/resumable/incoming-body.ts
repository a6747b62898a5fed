/** A body that is taken in piece by piece. */
export type IncomingBody = {
  /** The next bytes, at most so many; ends early with the body. */
  piece(maxBytes: number): AsyncGenerator<Uint8Array>;
  /** Nothing more comes: the body ended, or the connection, or somebody stopped it. */
  isOver(): boolean;
  /** Not all of it came. */
  isCut(): boolean;
};

/** @param signal stops the reading; what came until then is a piece. */
export function readIncoming(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): IncomingBody {
  const reader = body?.getReader();
  let held: Uint8Array = new Uint8Array();
  let isOver = reader === undefined;
  let isCut = false;
  const stop = (): void => {
    isCut = !isOver;
    isOver = true;
    // The stream is gone with its connection when this fails.
    reader?.cancel().catch(() => {});
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });

  const more = async (): Promise<void> => {
    try {
      const next = await reader?.read();
      if (next?.value !== undefined) held = next.value;
      else isOver = true;
    } catch {
      isCut = true;
      isOver = true;
    }
  };

  return {
    async *piece(maxBytes) {
      for (let left = maxBytes; left > 0;) {
        if (held.length === 0) {
          if (isOver) return;
          await more();
          continue;
        }
        const chunk = held.subarray(0, left);
        held = held.subarray(chunk.length);
        left -= chunk.length;
        yield chunk;
      }
    },
    isOver: () => isOver && held.length === 0,
    isCut: () => isCut,
  };
}
