import { RtmpError } from "#ingest/rtmp/protocol.ts";

/** Runs a reader of bytes. Returns null when it ends or throws its own error, else the error that it throws. */
export function unexpectedError(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof RtmpError ? null : error;
  }
}
