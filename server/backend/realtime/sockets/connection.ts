import type { WebSocket } from "ws";
import type { Identity } from "#server/backend/realtime/access/identity.ts";
import type { TokenBucket } from "#server/backend/realtime/access/limits.ts";
import { writeTextFrame } from "#server/backend/realtime/protocol/text-frame.domain.ts";
import type {
  Frame,
  WireMessage,
  WireVersion,
} from "#server/backend/realtime/protocol/wire.domain.ts";

/** One socket, as channels see it. */
export type Connection = {
  readonly version: WireVersion;
  /** Who the key of the handshake speaks for. */
  readonly identity: Identity;
  readonly clientAddress: string;
  readonly messages: TokenBucket;
  /** Sends a frame, or ends a socket whose reader is too slow: nobody waits for it. */
  send(frame: Frame): void;
  tell(message: WireMessage): void;
  close(code: number, reason: string): void;
};

/** Frames of all sockets of this process since its start; `dropped` counts sockets that read too slowly. */
export type Traffic = { received: number; sent: number; dropped: number };

/** Code with which a socket is closed that broke a limit. */
export const POLICY_CLOSE = 1008;

/** What may wait for a reader besides the last frame: for a moment, and at all. Beyond it the socket is ended. */
const BUFFER_LIMIT_BYTES = 1024 * 1024;
const BUFFER_HARD_LIMIT_BYTES = 4 * BUFFER_LIMIT_BYTES;
const BUFFER_GRACE_MS = 2_000;

/** Makes the connection around a socket. */
export function createConnection(
  socket: WebSocket,
  facts: Pick<Connection, "version" | "identity" | "clientAddress" | "messages">,
  traffic: Traffic,
): Connection {
  let lastBytes = 0;
  let fullSinceMs: number | null = null;
  const isTooSlow = (): boolean => {
    const waitingBytes = socket.bufferedAmount - lastBytes;
    if (waitingBytes <= BUFFER_LIMIT_BYTES) {
      fullSinceMs = null;
      return false;
    }
    fullSinceMs ??= performance.now();
    const isLong = performance.now() - fullSinceMs > BUFFER_GRACE_MS;
    return isLong || waitingBytes > BUFFER_HARD_LIMIT_BYTES;
  };
  const send = ({ data, isBinary }: Frame): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (isTooSlow()) {
      traffic.dropped += 1;
      socket.terminate();
      return;
    }
    traffic.sent += 1;
    lastBytes = data.length;
    socket.send(data, { binary: isBinary });
  };
  return {
    ...facts,
    send,
    tell: (message) => send(writeTextFrame(facts.version, message)),
    close: (code, reason) => socket.close(code, reason),
  };
}
