/** Versions of the wire format: `vsn` of the handshake. */
export type WireVersion = "1.0.0" | "2.0.0";

/** What both versions carry: an object with these names (1.0.0) or an array in this order (2.0.0). */
export type WireMessage = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
};

/**
 * A message to everybody on a topic. `named` ones have an event and a body of their own, which stays as
 * the sender encoded it; `plain` ones are whatever a sender wrapped into a text frame.
 */
export type Broadcast =
  | {
      readonly kind: "named";
      readonly event: string;
      readonly encoding: "json" | "binary";
      readonly body: Buffer;
      /** `id` of a message from the database, `replayed` for one of the past. */
      readonly meta: BroadcastMeta | null;
    }
  | { readonly kind: "plain"; readonly payload: unknown };

export type BroadcastMeta = { readonly id: string; readonly replayed?: true };

/** One frame as it goes to a socket; shared by all sockets that get the same. */
export type Frame = { readonly data: Buffer; readonly isBinary: boolean };
