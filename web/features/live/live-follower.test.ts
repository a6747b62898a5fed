import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket } from "#tests/support/fake-socket.ts";
import { createLiveFollower } from "./live-follower.ts";

const NEWS = JSON.stringify({
  topic: "realtime:live",
  event: "broadcast",
  payload: { type: "broadcast", event: "changed", payload: {} },
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  FakeSocket.opened.length = 0;
});

function follow(): {
  socket: () => FakeSocket;
  onChange: () => void;
  follower: ReturnType<typeof createLiveFollower>;
} {
  const onChange = vi.fn<() => void>();
  const follower = createLiveFollower("ws://site.example/realtime", onChange);
  follower.answered();
  const socket = (): FakeSocket => {
    const last = FakeSocket.opened.at(-1);
    if (last === undefined) throw new Error("No socket was opened.");
    return last;
  };
  return { socket, onChange, follower };
}

describe("the follower of channels", () => {
  it("joins the channels' topic as a reader, and keeps the socket alive", () => {
    const { socket } = follow();
    socket().open();
    expect(socket().sent).toEqual([
      expect.objectContaining({
        topic: "realtime:live",
        event: "phx_join",
        payload: { config: { private: true } },
      }),
    ]);
    vi.advanceTimersByTime(25_000);
    expect(socket().sent.at(-1)).toMatchObject({ topic: "phoenix", event: "heartbeat" });
  });

  it("tells of news within a second, once for several, and of nothing else", () => {
    const { socket, onChange } = follow();
    socket().open();
    for (const data of ["{", "null", '{"event":"phx_reply","payload":{}}', new ArrayBuffer(1)]) {
      socket().say(data);
    }
    vi.advanceTimersByTime(1_000);
    expect(onChange).not.toHaveBeenCalled();
    socket().say(NEWS);
    socket().say(NEWS);
    vi.advanceTimersByTime(1_000);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it("comes back behind the next answer when its socket broke", () => {
    const { socket, follower } = follow();
    socket().open();
    follower.answered();
    expect(FakeSocket.opened).toHaveLength(1);
    socket().break();
    follower.answered();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  it("gives up where three sockets in a row never opened", () => {
    const { socket, follower } = follow();
    for (let tries = 0; tries < 5; tries += 1) {
      socket().break();
      follower.answered();
    }
    expect(FakeSocket.opened).toHaveLength(3);
  });

  it("lets a socket that is on its way come before it closes it", () => {
    const { socket, follower } = follow();
    follower.stop();
    expect(socket().isClosed).toBe(false);
    socket().open();
    expect(socket().isClosed).toBe(true);
    expect(socket().sent).toEqual([]);
  });

  it("says nothing any more once it was stopped", () => {
    const { socket, onChange, follower } = follow();
    socket().open();
    socket().say(NEWS);
    follower.stop();
    vi.advanceTimersByTime(60_000);
    expect(onChange).not.toHaveBeenCalled();
    expect(socket().isClosed).toBe(true);
    expect(socket().sent).toHaveLength(1);
  });
});
