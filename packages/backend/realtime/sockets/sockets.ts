import type { WebSocket } from "ws";
import type { Identity } from "#backend/realtime/access/identity.ts";
import { handleFrame } from "#backend/realtime/channels/handle-message.ts";
import {
  leaveChannel,
  closeEnded,
  closeExpired,
} from "#backend/realtime/channels/leave-channel.ts";
import { createSession, type Session } from "#backend/realtime/channels/session.ts";
import type { RealtimeDeps } from "#backend/realtime/realtime-deps.ts";
import type { WireVersion } from "#backend/realtime/protocol/wire.domain.ts";
import { createConnection } from "./connection.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/** An open socket in the table of all sockets. */
export type OpenSocket = {
  readonly session: Session;
  /** Process clock, which does not jump. */
  readonly lastFrameAtMs: () => number;
  /** Terminates it without a further frame. */
  end(): void;
};

/** Data of a handshake. */
export type HandshakeInfo = {
  readonly version: WireVersion;
  readonly identity: Identity;
  readonly clientAddress: string;
};

/**
 * Serves an open socket until it closes.
 *
 * @param onClose called once after the close.
 */
function openSocket(
  deps: RealtimeDeps,
  socket: WebSocket,
  info: HandshakeInfo,
  onClose: () => void,
): OpenSocket {
  const messages = deps.limits.messagesOfSocket();
  const held = deps.limits.holdBytes(info.clientAddress);
  const connection = createConnection(socket, { ...info, messages, held }, deps.traffic);
  const warn = (error: unknown): void => {
    deps.log.error({ event: "realtime_message_failed", err: error });
  };
  const session = createSession(connection, warn);
  let lastFrameAtMs = performance.now();

  socket.on("message", (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => {
    lastFrameAtMs = performance.now();
    deps.traffic.received += 1;
    if (Buffer.isBuffer(data)) handleFrame(deps, session, data, isBinary);
  });
  socket.on("close", () => {
    session.isClosed = true;
    for (const channel of session.channels.values()) leaveChannel(deps, channel);
    held.end();
    onClose();
  });
  // A frame that breaks the protocol or is too large: ws closes with the right code.
  socket.on("error", () => undefined);
  return { session, lastFrameAtMs: () => lastFrameAtMs, end: () => socket.terminate() };
}

/** All sockets of this process. */
export type Sockets = {
  /** Returns true when one more socket would exceed a limit. */
  isFull(info: HandshakeInfo): boolean;
  open(socket: WebSocket, info: HandshakeInfo): void;
  count(): number;
  /** Asks every client to reconnect later or elsewhere, and waits briefly until they are gone. */
  close(): Promise<void>;
};

/** Clients send a heartbeat every 25 seconds. */
const SILENCE_LIMIT_MS = MINUTE_MS;
const CHECK_INTERVAL_MS = 1_000;
/** Delay until an ended session's channels are closed. */
const SESSION_CHECK_INTERVAL_MS = 5_000;
/** Then clients that did not close their socket are disconnected. */
const CONNECTION_DRAIN_MS = 2_000;
const GOING_AWAY = 1001;

/** Opens the table of sockets and starts its checks. */
export function createSockets(deps: RealtimeDeps): Sockets {
  const open = new Set<OpenSocket>();
  const whenEmpty = new Set<() => void>();

  const endSilentAndSlow = (): void => {
    const oldest = performance.now() - SILENCE_LIMIT_MS;
    for (const socket of open) {
      if (socket.lastFrameAtMs() < oldest) socket.end();
      else socket.session.connection.endIfSlow();
    }
  };
  const checkTimer = setInterval(() => {
    closeExpired(deps);
    endSilentAndSlow();
  }, CHECK_INTERVAL_MS);
  checkTimer.unref();
  const sessionTimer = setInterval(() => {
    closeEnded(deps).catch((error: unknown) => {
      deps.log.warn({ event: "realtime_check_failed", err: error });
    });
  }, SESSION_CHECK_INTERVAL_MS);
  sessionTimer.unref();

  return {
    isFull: ({ clientAddress }) => deps.limits.isFull(clientAddress),
    count: () => open.size,
    open(socket, info) {
      const leave = deps.limits.enter(info.clientAddress);
      const opened = openSocket(deps, socket, info, () => {
        leave();
        open.delete(opened);
        if (open.size === 0) for (const resolve of whenEmpty) resolve();
      });
      open.add(opened);
    },
    async close() {
      clearInterval(checkTimer);
      clearInterval(sessionTimer);
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
