import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createByteBudgets, SERVER_BYTES, SOCKET_BYTES } from "#backend/realtime/access/limits.ts";
import { createTokenBucket } from "@reign-tv/kit/rate-limit.ts";
import { createConnection } from "./connection.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Opens a connection whose reader takes nothing by itself. */
function openUnread(hold = createByteBudgets()) {
  const socket: Parameters<typeof createConnection>[0] & { bufferedAmount: number } = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: Buffer) => void (socket.bufferedAmount += data.length),
    terminate: vi.fn(),
    close: vi.fn(),
  };
  const connection = createConnection(
    socket,
    {
      version: "2.0.0",
      identity: {
        caller: { role: "anon", claims: { role: "anon" }, userId: null, sessionId: null },
        expiresAtMs: null,
      },
      clientAddress: "203.0.113.1",
      messages: createTokenBucket(1, 1),
      held: hold("203.0.113.1"),
    },
    { received: 0, sent: 0, dropped: 0 },
  );
  const send = (bytes: number): void =>
    connection.send({ data: Buffer.alloc(bytes), isBinary: true });
  return { socket, connection, send };
}

it("closes a socket that reads nothing after half a minute, without further frames", () => {
  const { socket, connection, send } = openUnread();
  send(4_000_000);
  connection.endIfSlow();
  vi.advanceTimersByTime(30_000);
  connection.endIfSlow();
  expect(socket.terminate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  connection.endIfSlow();
  expect(socket.terminate).toHaveBeenCalledOnce();
});

it("keeps a socket that has read everything between two checks, at any frame size", () => {
  const { socket, connection, send } = openUnread();
  for (let n = 0; n < 10; n += 1) {
    send(4_000_000);
    connection.endIfSlow();
    vi.advanceTimersByTime(20_000);
    socket.bufferedAmount = 0;
    connection.endIfSlow();
  }
  expect(socket.terminate).not.toHaveBeenCalled();
});

it("closes a socket at once when its unread bytes exceed a budget", () => {
  const hold = createByteBudgets();
  for (let n = 1; n <= SERVER_BYTES / SOCKET_BYTES; n += 1)
    hold(`198.51.100.${n}`).add(SOCKET_BYTES);
  const { socket, connection, send } = openUnread(hold);
  send(60_000);
  connection.endIfSlow();
  expect(socket.terminate).not.toHaveBeenCalled();
  send(60_000);
  connection.endIfSlow();
  expect(socket.terminate).toHaveBeenCalledOnce();
});
