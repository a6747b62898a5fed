/** Versions of the wire format: `vsn` of the handshake. */
export type WireVersion = "1.0.0" | "2.0.0";

/**
 * A message of both versions: an object with these names (1.0.0) or an array in this order (2.0.0).
 */
export type WireMessage = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
};

/**
 * A message to all members of a topic. `named` ones have an event and a body in the sender's
 * encoding; `plain` ones are any payload of a text frame.
 */
export type Broadcast =
  | {
      readonly kind: "named";
      readonly event: string;
      readonly encoding: "json" | "binary";
      readonly body: Buffer;
      /** `id` of a message from the database, `replayed` for a replayed one. */
      readonly meta: BroadcastMeta | null;
    }
  | { readonly kind: "plain"; readonly payload: unknown };

export type BroadcastMeta = { readonly id: string; readonly replayed?: true };

/** One frame for a socket; shared by all sockets with the same content. */
export type Frame = { readonly data: Buffer; readonly isBinary: boolean };
