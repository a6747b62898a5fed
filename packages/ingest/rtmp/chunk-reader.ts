import {
  EXTENDED_TIME,
  INITIAL_CHUNK_BYTES,
  MAX_CHUNK_BYTES,
  MAX_CHUNK_STREAMS,
  MAX_MESSAGE_BYTES_BEFORE_PUBLISH,
  MAX_UNFINISHED_BYTES,
  MESSAGE,
  RtmpError,
  joinBytes,
  viewOf,
  type RtmpMessage,
} from "./protocol.ts";

type ChunkStream = {
  id: number;
  timeMs: number;
  /** Time or difference of the last header: a header of form 3 that begins a message repeats it. */
  timeField: number;
  hasExtendedTime: boolean;
  length: number;
  type: number;
  messageStreamId: number;
  /** Message of which a part is missing. */
  body: Uint8Array | null;
  filled: number;
};

type ChunkHeader = { form: number; id: number; size: number };

/** Bytes of the message header of each form. */
const HEADER_BYTES = [11, 7, 3, 0] as const;

/** Turns the bytes of a connection into messages, however they are split. */
export type ChunkReader = {
  /**
   * Yields the messages that these bytes complete. Read it to its end before the next call.
   *
   * @throws RtmpError for input that breaks the protocol or a limit; the reader is then of no more use.
   */
  push(bytes: Uint8Array): Generator<RtmpMessage, void>;
  /** Changes the length that a message may have from now on, in bytes. */
  allowMessageBytes(length: number): void;
};

/** Creates a reader that begins after the handshake. */
export function createChunkReader(): ChunkReader {
  const streams = new Map<number, ChunkStream>();
  let maxMessageBytes = MAX_MESSAGE_BYTES_BEFORE_PUBLISH;
  let chunkBytes = INITIAL_CHUNK_BYTES;
  let unfinishedBytes = 0;
  /** Less than one header. */
  let rest = new Uint8Array();
  let current: { stream: ChunkStream; body: Uint8Array; left: number } | null = null;

  function streamOf({ form, id }: ChunkHeader): ChunkStream {
    const known = streams.get(id);
    if (known) {
      if (known.body !== null && form < 3) throw new RtmpError("header inside a message");
      return known;
    }
    if (form !== 0) throw new RtmpError("first chunk without a full header");
    if (streams.size >= MAX_CHUNK_STREAMS) throw new RtmpError("too many chunk streams");
    const fresh = { timeMs: 0, timeField: 0, hasExtendedTime: false, length: 0, type: 0 };
    const stream = { ...fresh, id, messageStreamId: 0, body: null, filled: 0 };
    streams.set(id, stream);
    return stream;
  }

  /** Reads a chunk's headers. Returns their size in bytes, or null when some are missing. */
  function beginChunk(bytes: Uint8Array): number | null {
    const header = readBasicHeader(bytes);
    if (header === null) return null;
    const { form, size } = header;
    const end = size + (HEADER_BYTES[form] ?? 0);
    if (bytes.length < end) return null;
    const view = viewOf(bytes);
    const stream = streamOf(header);
    const field = form < 3 ? readUint24(view, size) : null;
    const hasExtendedTime = field === null ? stream.hasExtendedTime : field === EXTENDED_TIME;
    const wholeSize = end + (hasExtendedTime ? 4 : 0);
    if (bytes.length < wholeSize) return null;

    stream.hasExtendedTime = hasExtendedTime;
    if (form < 2) {
      stream.length = readUint24(view, size + 3);
      stream.type = view.getUint8(size + 6);
    }
    if (form === 0) stream.messageStreamId = view.getUint32(size + 7, true);
    if (stream.body === null) {
      stream.timeField = hasExtendedTime ? view.getUint32(end) : (field ?? stream.timeField);
      stream.timeMs = form === 0 ? stream.timeField : (stream.timeMs + stream.timeField) >>> 0;
      stream.body = allocate(stream.length);
      stream.filled = 0;
    }
    const left = Math.min(chunkBytes, stream.length - stream.filled);
    current = { stream, body: stream.body, left };
    return wholeSize;
  }

  function allocate(length: number): Uint8Array {
    if (length > maxMessageBytes) throw new RtmpError(`message of ${length} bytes`);
    unfinishedBytes += length;
    if (unfinishedBytes > MAX_UNFINISHED_BYTES) throw new RtmpError("too many unfinished messages");
    return new Uint8Array(length);
  }

  function forget(stream: ChunkStream): void {
    if (stream.body !== null) unfinishedBytes -= stream.body.length;
    stream.body = null;
  }

  /** Applies the messages that change how chunks are read. */
  function applyControl({ type, body }: RtmpMessage): void {
    if (type !== MESSAGE.setChunkSize && type !== MESSAGE.abort) return;
    if (body.length < 4) throw new RtmpError("control message is cut off");
    const value = viewOf(body).getUint32(0);
    if (type === MESSAGE.abort) {
      const stream = streams.get(value);
      if (stream) forget(stream);
      return;
    }
    if (value < 1 || value > MAX_CHUNK_BYTES) throw new RtmpError(`chunk size ${value}`);
    chunkBytes = value;
  }

  return {
    allowMessageBytes(length) {
      maxMessageBytes = length;
    },
    *push(bytes) {
      const input = rest.length === 0 ? bytes : joinBytes(rest, bytes);
      let position = 0;
      for (;;) {
        if (current === null) {
          const size = beginChunk(input.subarray(position));
          if (size === null) break;
          position += size;
        }
        const chunk: typeof current = current;
        if (chunk === null) break;
        const { stream, body } = chunk;
        const part = input.subarray(position, position + chunk.left);
        body.set(part, stream.filled);
        position += part.length;
        stream.filled += part.length;
        chunk.left -= part.length;
        if (chunk.left > 0) break;
        current = null;
        if (stream.filled < body.length) continue;
        forget(stream);
        const { id: chunkStreamId, messageStreamId, type, timeMs } = stream;
        const message = { chunkStreamId, messageStreamId, type, timeMs, body };
        applyControl(message);
        yield message;
      }
      rest = input.slice(position);
    },
  };
}

function readBasicHeader(bytes: Uint8Array): ChunkHeader | null {
  const [first, second, third] = bytes;
  if (first === undefined) return null;
  const form = first >> 6;
  const short = first & 63;
  if (short > 1) return { form, id: short, size: 1 };
  if (second === undefined) return null;
  if (short === 0) return { form, id: 64 + second, size: 2 };
  if (third === undefined) return null;
  return { form, id: 64 + second + third * 256, size: 3 };
}

function readUint24(view: DataView, offset: number): number {
  return (view.getUint16(offset) << 8) | view.getUint8(offset + 2);
}
