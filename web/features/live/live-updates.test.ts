import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from "vitest";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { FakeSocket } from "#tests/support/fake-socket.ts";
import { createLiveUpdates, type LiveUpdates } from "./live-updates.ts";

const STATUS: LiveStatus = {
  v: 1,
  now: "2026-11-19T15:00:00Z",
  pollSeconds: 12,
  channels: [{ id: "french", state: "live", since: null, title: null, source: "abc" }],
  next: null,
};
const TOPIC = "realtime:live";
const updateOf = (payload: unknown): string =>
  JSON.stringify({
    topic: TOPIC,
    event: "broadcast",
    payload: { type: "broadcast", event: "changed", payload },
  });
const replyOf = (status: string, topic = TOPIC): string =>
  JSON.stringify({ topic, event: "phx_reply", payload: { status, response: {} }, ref: "1" });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  FakeSocket.opened.length = 0;
});

type Followed = {
  socket: () => FakeSocket;
  onUpdate: Mock<(status: LiveStatus) => void>;
  follower: LiveUpdates;
};

/** @param chance random part of this page's delay: 0.5 is the middle. */
function follow(chance = 0.5, onLine?: (isOpen: boolean) => void): Followed {
  const onUpdate = vi.fn<(status: LiveStatus) => void>();
  const address = "ws://site.example/realtime";
  const follower = createLiveUpdates({
    address,
    onUpdate,
    ...(onLine && { onLine }),
    chance: () => chance,
  });
  follower.answered();
  const socket = (): FakeSocket => {
    const last = FakeSocket.opened.at(-1);
    if (last === undefined) throw new Error("No socket was opened.");
    return last;
  };
  return { socket, onUpdate, follower };
}

/**
 * Returns true when a page that has lost its socket opens another one at a response after this
 * delay.
 */
function returnsAfter(chance: number, delayMs: number): boolean {
  FakeSocket.opened.length = 0;
  const { socket, follower } = follow(chance);
  socket().open();
  socket().say(replyOf("ok"));
  socket().break();
  vi.advanceTimersByTime(delayMs);
  follower.answered();
  return FakeSocket.opened.length === 2;
}

describe("live updates", () => {
  it("join the channels' topic as a reader, and keep the socket alive", () => {
    const { socket } = follow();
    socket().open();
    expect(socket().sent).toEqual([
      expect.objectContaining({
        topic: TOPIC,
        event: "phx_join",
        payload: { config: { private: true } },
      }),
    ]);
    vi.advanceTimersByTime(25_000);
    expect(socket().sent.at(-1)).toMatchObject({ topic: "phoenix", event: "heartbeat" });
  });

  it("report when the socket opens and closes", () => {
    const lines: boolean[] = [];
    const { socket } = follow(0, (isOpen) => void lines.push(isOpen));
    socket().open();
    expect(lines).toEqual([]);
    socket().say(replyOf("ok"));
    socket().break();
    expect(lines).toEqual([true, false]);
  });

  it("pass on the states in updates, and nothing of another shape", () => {
    const { socket, onUpdate } = follow();
    socket().open();
    const nonsense = ["{", "null", "[]", '{"event":"broadcast"}', new ArrayBuffer(1), updateOf({})];
    for (const data of nonsense) socket().say(data);
    socket().say(updateOf({ ...STATUS, v: 2 }));
    expect(onUpdate).not.toHaveBeenCalled();
    socket().say(updateOf(STATUS));
    expect(onUpdate.mock.calls).toEqual([[STATUS]]);
  });

  it("reconnect after a response when the socket broke, each page after its own delay", () => {
    expect(returnsAfter(0, 2_400)).toBe(false);
    expect(returnsAfter(0, 2_500)).toBe(true);
    expect(returnsAfter(0.99, 7_400)).toBe(false);
    expect(returnsAfter(0.99, 7_500)).toBe(true);
  });

  it("wait longer after every failure, five minutes and a half of it at most", () => {
    const { socket, follower } = follow(1);
    socket().open();
    socket().say(replyOf("ok"));
    const pauses: number[] = [];
    for (let failure = 0; failure < 9; failure += 1) {
      socket().break();
      const before = FakeSocket.opened.length;
      let delayMs = 0;
      for (; FakeSocket.opened.length === before; delayMs += 500) {
        vi.advanceTimersByTime(500);
        follower.answered();
      }
      pauses.push(delayMs / 1_000);
    }
    expect(pauses).toEqual([7.5, 15, 30, 60, 120, 240, 450, 450, 450]);
  });

  it("give up when three sockets in a row never opened", () => {
    const { socket, follower } = follow();
    for (let tries = 0; tries < 5; tries += 1) {
      socket().open();
      socket().break();
      vi.advanceTimersByTime(3_600_000);
      follower.answered();
    }
    expect(FakeSocket.opened).toHaveLength(3);
  });

  it.each([
    ["its join is refused", replyOf("error")],
    ["its topic is closed", JSON.stringify({ topic: TOPIC, event: "phx_close", payload: {} })],
    ["its topic fails", JSON.stringify({ topic: TOPIC, event: "phx_error", payload: {} })],
  ])("close a socket when %s, and reconnect later", (_what, said) => {
    const { socket, follower } = follow();
    socket().open();
    socket().say(said);
    expect(socket().isClosed).toBe(true);
    follower.answered();
    expect(FakeSocket.opened).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    follower.answered();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  it("close a socket whose heartbeat gets no reply", () => {
    const { socket } = follow();
    socket().open();
    vi.advanceTimersByTime(25_000);
    socket().say(replyOf("ok", "phoenix"));
    vi.advanceTimersByTime(25_000);
    expect(socket().isClosed).toBe(false);
    vi.advanceTimersByTime(25_000);
    expect(socket().isClosed).toBe(true);
  });

  it("let a connecting socket open before they close it", () => {
    const { socket, follower } = follow();
    follower.stop();
    expect(socket().isClosed).toBe(false);
    socket().open();
    expect(socket().isClosed).toBe(true);
    expect(socket().sent).toEqual([]);
  });

  it("report nothing after they were stopped", () => {
    const { socket, onUpdate, follower } = follow();
    socket().open();
    follower.stop();
    socket().say(updateOf(STATUS));
    vi.advanceTimersByTime(60_000);
    expect(onUpdate).not.toHaveBeenCalled();
    expect(socket().isClosed).toBe(true);
    expect(socket().sent).toHaveLength(1);
  });
});
