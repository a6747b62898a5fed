import type { MediaEvent } from "./media-event.ts";

/** Reasons for the end of a broadcast's connection, for staff. */
export type EndReason =
  /** The encoder ended the broadcast itself. */
  | "finished"
  | "connection-lost"
  /** No picture and no sound came for the idle time. */
  | "idle"
  /** More was sent than the limit allows, on average. */
  | "bit-rate"
  /** The input broke the protocol or a limit of it. */
  | "invalid-input"
  /** Another encoder with the same key took the place of this one, which was silent. */
  | "replaced"
  /** Staff stopped it. */
  | "stopped"
  /** The parser crashed; it starts again. */
  | "crashed"
  | "server-closed";

/** Receives the events of one publisher, in order. */
export type IngestSink = {
  /** Wait for the promise before the next call: it holds the encoder back. */
  push(event: MediaEvent): void | Promise<void>;
  /** Ends the broadcast after its last event. Never rejects. */
  end(reason: EndReason, detail?: string): Promise<void>;
};
