import type { Result } from "#shared/errors.ts";

/** Reason why a browser cannot record, or why a recording broke off. */
export type RecorderFault = "no-h264" | "policy" | "encoder";

export type RecorderOptions = {
  stream: MediaStream;
  /** Bits a second. */
  video: number;
  audio: number;
  /** Takes the next bytes of fragmented MP4. */
  onBytes: (bytes: Uint8Array) => void;
  /** Called when the recording breaks off. */
  onFault: (fault: RecorderFault) => void;
};

export type Recorder = {
  /** Gives the last bytes and ends. */
  stop(): Promise<void>;
};

export type StartedRecorder = Result<Recorder, RecorderFault>;

export const KEY_FRAME_SECONDS = 2;
