import type { WebSocket } from "ws";
import type { Identity } from "#server/backend/realtime/access/identity.ts";
import type { HeldBytes } from "#server/backend/realtime/access/held-bytes.ts";
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
  readonly held: HeldBytes;
  /** Sends a frame, or ends a socket whose reader is too slow: nobody waits for it. */
  send(frame: Frame): void;
  tell(message: WireMessage): void;
  /** Ends the socket when its reader is too slow, also when nothing more is sent to it. */
  endIfSlow(): void;
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
/** A reader that leaves more than this, the last frame included, for that long does not read. */
const UNREAD_LIMIT_BYTES = 64 * 1024;
const UNREAD_GRACE_MS = 30_000;

/** What a connection needs of its socket. */
type Socket = Pick<
  WebSocket,
  "OPEN" | "readyState" | "bufferedAmount" | "send" | "terminate" | "close"
>;

/** Makes the connection around a socket. */
export function createConnection(
  socket: Socket,
  facts: Pick<Connection, "version" | "identity" | "clientAddress" | "messages" | "held">,
  traffic: Traffic,
): Connection {
  let lastBytes = 0;
  let countedBytes = 0;
  let fullSinceMs: number | null = null;
  let unreadSinceMs: number | null = null;
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
  /** Frames that the system took at once were never kept here: only what is left counts. */
  const countUnread = (): boolean => {
    const more = socket.bufferedAmount - countedBytes;
    if (!facts.held.add(more)) return false;
    countedBytes += more;
    return true;
  };
  const isUnread = (): boolean => {
    if (socket.bufferedAmount <= UNREAD_LIMIT_BYTES) unreadSinceMs = null;
    else unreadSinceMs ??= performance.now();
    return unreadSinceMs !== null && performance.now() - unreadSinceMs > UNREAD_GRACE_MS;
  };
  const drop = (): void => {
    traffic.dropped += 1;
    socket.terminate();
  };
  const send = ({ data, isBinary }: Frame): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (isTooSlow() || !countUnread()) {
      drop();
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
    endIfSlow() {
      if (socket.readyState === socket.OPEN && (isTooSlow() || isUnread() || !countUnread()))
        drop();
    },
    close: (code, reason) => socket.close(code, reason),
  };
}
