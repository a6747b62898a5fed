import type { WebSocket } from "ws";
import type { Identity } from "#server/backend/realtime/access/identity.ts";
import { handleFrame } from "#server/backend/realtime/channels/handle-message.ts";
import {
  leaveChannel,
  closeEnded,
  closeExpired,
} from "#server/backend/realtime/channels/leave-channel.ts";
import { createSession, type Session } from "#server/backend/realtime/channels/session.ts";
import type { RealtimeDeps } from "#server/backend/realtime/realtime-deps.ts";
import type { WireVersion } from "#server/backend/realtime/protocol/wire.domain.ts";
import { createConnection } from "./connection.ts";
import { MINUTE_MS } from "#server/kit/durations.ts";

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
  const held = parts.limits.holdBytes(facts.clientAddress);
  const connection = createConnection(socket, { ...facts, messages, held }, parts.traffic);
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
    held.end();
    onClose();
  });
  // A frame that breaks the protocol or is too large: ws closes with the code for it.
  socket.on("error", () => undefined);
  return { session, heardAtMs: () => heardAtMs, end: () => socket.terminate() };
}

/** All sockets of this process. */
export type Sockets = {
  /** Whether there are too many for one more. */
  isFull(facts: SocketFacts): boolean;
  open(socket: WebSocket, facts: SocketFacts): void;
  /** How many are open. */
  count(): number;
  /** Asks every client to come back later, or elsewhere, and waits a little until they have gone. */
  close(): Promise<void>;
};

/** Clients send a heartbeat every 25 seconds. */
const SILENCE_LIMIT_MS = MINUTE_MS;
const LOOK_EVERY_MS = 1_000;
/** How soon a session that was ended takes its channels along. */
const ASK_EVERY_MS = 5_000;
/** After that a client that does not answer to the farewell is cut off. */
const CONNECTION_DRAIN_MS = 2_000;
const GOING_AWAY = 1001;

/** Opens the table of sockets and begins to look after them. */
export function createSockets(parts: RealtimeDeps): Sockets {
  const open = new Set<OpenSocket>();
  const whenEmpty = new Set<() => void>();

  const endSilentAndSlow = (): void => {
    const oldest = performance.now() - SILENCE_LIMIT_MS;
    for (const socket of open) {
      if (socket.heardAtMs() < oldest) socket.end();
      else socket.session.connection.endIfSlow();
    }
  };
  const look = setInterval(() => {
    closeExpired(parts);
    endSilentAndSlow();
  }, LOOK_EVERY_MS);
  look.unref();
  const ask = setInterval(() => {
    closeEnded(parts).catch((error: unknown) => {
      parts.log.warn({ event: "realtime_check_failed", err: error });
    });
  }, ASK_EVERY_MS);
  ask.unref();

  return {
    isFull: ({ clientAddress }) => parts.limits.isFull(clientAddress),
    count: () => open.size,
    open(socket, facts) {
      const leave = parts.limits.enter(facts.clientAddress);
      const opened = openSocket(parts, socket, facts, () => {
        leave();
        open.delete(opened);
        if (open.size === 0) for (const resolve of whenEmpty) resolve();
      });
      open.add(opened);
    },
    async close() {
      clearInterval(look);
      clearInterval(ask);
      if (open.size === 0) return;
      for (const { session } of open) session.connection.close(GOING_AWAY, "Restarting");
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        whenEmpty.add(resolve);
        timer = setTimeout(resolve, CONNECTION_DRAIN_MS);
      });
      clearTimeout(timer);
      for (const socket of open) socket.end();
    },
  };
}
