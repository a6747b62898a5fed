/** Input that breaks the protocol or a limit: the connection closes. The message is English, for the log. */
export class RtmpError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RtmpError";
  }
}

export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Data: 15,
  amf3Command: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const;

/** One message of RTMP. `timeMs` is unsigned 32 bits and wraps after 49.7 days. */
export type RtmpMessage = {
  chunkStreamId: number;
  messageStreamId: number;
  type: number;
  timeMs: number;
  body: Uint8Array;
};

/** Both sides begin with this chunk size. */
export const INITIAL_CHUNK_BYTES = 128;
export const MAX_CHUNK_BYTES = 65_536;
export const MAX_CHUNK_STREAMS = 16;
/** A key frame of 4 Mbit/s is below 400 kB. */
export const MAX_MESSAGE_BYTES = 1_048_576;
/** Commands before `publish` are below 2 kB, and no key was checked until then. */
export const MAX_MESSAGE_BYTES_BEFORE_PUBLISH = 16_384;
/** Handshake and commands are below 6 kB. */
export const MAX_BYTES_BEFORE_PUBLISH = 65_536;
/** All messages together of which a part is still missing. */
export const MAX_UNFINISHED_BYTES = 2_097_152;

export const MAX_AMF_DEPTH = 8;
export const MAX_AMF_VALUES = 1_000;
export const MAX_AMF_STRING_BYTES = 65_536;
export const MAX_AMF_ARRAY = 256;

/** Times above do not fit into 24 bits: this value says that four bytes more follow. */
export const EXTENDED_TIME = 0xff_ff_ff;

/** Joins byte arrays into one. */
export function joinBytes(...pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}

/** Returns a view for reading and writing numbers of these bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
