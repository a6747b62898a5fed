import type { WebSocket } from "ws";
import type { Identity } from "#server/backend/realtime/access/identity.ts";
import { handleFrame } from "#server/backend/realtime/channels/handle-message.ts";
import { leaveChannel } from "#server/backend/realtime/channels/leave-channel.ts";
import { createSession, type Session } from "#server/backend/realtime/channels/session.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { WireVersion } from "#server/backend/realtime/protocol/wire.domain.ts";
import { createConnection } from "./connection.ts";

/** A socket that is open, for those who look after all of them. */
export type OpenSocket = {
  readonly session: Session;
  /** On the clock of the process, which nobody sets. */
  readonly heardAtMs: () => number;
  /** Ends it at once; nothing more is said. */
  end(): void;
};

/** What a handshake told. */
export type SocketFacts = {
  readonly version: WireVersion;
  readonly identity: Identity;
  readonly clientAddress: string;
};

/**
 * Serves an open socket until it closes.
 *
 * @param onClose called once, when it has.
 */
export function openSocket(
  parts: RealtimeDeps,
  socket: WebSocket,
  facts: SocketFacts,
  onClose: () => void,
): OpenSocket {
  const messages = parts.limits.messagesOfSocket();
  const connection = createConnection(socket, { ...facts, messages }, parts.traffic);
  const warn = (error: unknown): void => {
    parts.log.error({ event: "realtime_message_failed", err: error });
  };
  const session = createSession(connection, warn);
  let heardAtMs = performance.now();

  socket.on("message", (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => {
    heardAtMs = performance.now();
    parts.traffic.received += 1;
    if (Buffer.isBuffer(data)) handleFrame(parts, session, data, isBinary);
  });
  socket.on("close", () => {
    session.isClosed = true;
    for (const channel of session.channels.values()) leaveChannel(parts, channel);
    onClose();
  });
  // A frame that breaks the protocol or is too large: ws closes with the code for it.
  socket.on("error", () => undefined);
  return { session, heardAtMs: () => heardAtMs, end: () => socket.terminate() };
}
