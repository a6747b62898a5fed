import {
  EXTENDED_TIME,
  INITIAL_CHUNK_BYTES,
  MESSAGE,
  joinBytes,
  viewOf,
  type RtmpMessage,
} from "./protocol.ts";

type SentHeader = {
  timeMs: number;
  timeField: number;
  length: number;
  type: number;
  messageStreamId: number;
};

/** Turns messages into chunks with the shortest headers that say the same. */
export type ChunkWriter = {
  write(message: RtmpMessage): Uint8Array;
};

/** Creates a writer. It follows its own "set chunk size" messages. */
export function createChunkWriter(): ChunkWriter {
  const sent = new Map<number, SentHeader>();
  let chunkBytes = INITIAL_CHUNK_BYTES;
  return {
    write(message) {
      const { chunkStreamId, body } = message;
      const last = sent.get(chunkStreamId);
      const form = headerForm(message, last);
      const timeField = form === 0 ? message.timeMs : (message.timeMs - (last?.timeMs ?? 0)) >>> 0;
      const { timeMs, type, messageStreamId } = message;
      sent.set(chunkStreamId, { timeMs, timeField, length: body.length, type, messageStreamId });

      const pieces = [
        basicHeader(form, chunkStreamId),
        messageHeader(form, message, timeField),
        extendedTime(timeField),
        body.subarray(0, chunkBytes),
      ];
      for (let start = chunkBytes; start < body.length; start += chunkBytes)
        pieces.push(
          basicHeader(3, chunkStreamId),
          extendedTime(timeField),
          body.subarray(start, start + chunkBytes),
        );
      if (type === MESSAGE.setChunkSize) chunkBytes = viewOf(body).getUint32(0);
      return joinBytes(...pieces);
    },
  };
}

/** Returns 0 for a full header up to 3 for none. */
function headerForm(message: RtmpMessage, last: SentHeader | undefined): number {
  if (last === undefined || last.messageStreamId !== message.messageStreamId) return 0;
  // Differences have no sign.
  if (message.timeMs < last.timeMs) return 0;
  if (last.length !== message.body.length || last.type !== message.type) return 1;
  return message.timeMs - last.timeMs === last.timeField ? 3 : 2;
}

function basicHeader(form: number, id: number): Uint8Array {
  if (id < 64) return Uint8Array.of((form << 6) | id);
  if (id < 320) return Uint8Array.of(form << 6, id - 64);
  return Uint8Array.of((form << 6) | 1, (id - 64) & 0xff, (id - 64) >> 8);
}

function messageHeader(form: number, message: RtmpMessage, timeField: number): Uint8Array {
  const bytes = new Uint8Array(11);
  const view = viewOf(bytes);
  view.setUint32(0, Math.min(timeField, EXTENDED_TIME) << 8);
  // The last byte of each write is overwritten by the next one.
  view.setUint32(3, message.body.length << 8);
  view.setUint8(6, message.type);
  view.setUint32(7, message.messageStreamId, true);
  return bytes.subarray(0, [11, 7, 3, 0][form]);
}

function extendedTime(timeField: number): Uint8Array {
  if (timeField < EXTENDED_TIME) return new Uint8Array();
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, timeField);
  return bytes;
}
