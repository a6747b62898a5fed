import type { WebSocket } from "ws";
import type { Identity } from "#backend/realtime/access/identity.ts";
import type { HeldBytes } from "#backend/realtime/access/limits.ts";
import type { TokenBucket } from "@reign-tv/kit/rate-limit.ts";
import { writeTextFrame } from "#backend/realtime/protocol/frames.domain.ts";
import type { Frame, WireMessage, WireVersion } from "#backend/realtime/protocol/wire.domain.ts";

/** One socket for its channels. */
export type Connection = {
  readonly version: WireVersion;
  /** Identity of the handshake's key. */
  readonly identity: Identity;
  readonly clientAddress: string;
  readonly messages: TokenBucket;
  readonly held: HeldBytes;
  /** Sends a frame, or closes the socket of a slow reader without waiting. */
  send(frame: Frame): void;
  sendMessage(message: WireMessage): void;
  /** Closes the socket of a slow reader, even without further frames. */
  endIfSlow(): void;
  close(code: number, reason: string): void;
};

/** Frames of all sockets since the process started; `dropped` counts sockets of slow readers. */
export type Traffic = { received: number; sent: number; dropped: number };

/** Close code of a socket that exceeded a limit. */
export const POLICY_CLOSE = 1008;

/**
 * Unread bytes besides the last frame: temporarily, and at most. Above the latter the socket is
 * closed.
 */
const BUFFER_LIMIT_BYTES = 1024 * 1024;
const BUFFER_HARD_LIMIT_BYTES = 4 * BUFFER_LIMIT_BYTES;
const BUFFER_GRACE_MS = 2_000;
/** A reader with more unread bytes for this long is not reading. */
const UNREAD_LIMIT_BYTES = 64 * 1024;
const UNREAD_GRACE_MS = 30_000;

type Socket = Pick<
  WebSocket,
  "OPEN" | "readyState" | "bufferedAmount" | "send" | "terminate" | "close"
>;

/** Creates the connection of a socket. */
export function createConnection(
  socket: Socket,
  info: Pick<Connection, "version" | "identity" | "clientAddress" | "messages" | "held">,
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
  /** Counts only unread bytes: frames that the system took at once occupy no memory here. */
  const countUnread = (): boolean => {
    const more = socket.bufferedAmount - countedBytes;
    if (!info.held.add(more)) return false;
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
    ...info,
    send,
    sendMessage: (message) => send(writeTextFrame(info.version, message)),
    endIfSlow() {
      if (socket.readyState === socket.OPEN && (isTooSlow() || isUnread() || !countUnread()))
        drop();
    },
    close: (code, reason) => socket.close(code, reason),
  };
}
