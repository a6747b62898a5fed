import { expect, it } from "vitest";
import { PIECE_MAX_BYTES } from "#shared/studio/studio-ingest.ts";
import type { Feed } from "@reign-tv/ingest/worker/ingest-host.ts";
import { createBrowserRoutes } from "./browser-routes.ts";

function open() {
  const pushed: number[] = [];
  const state = {
    nowMs: 0,
    running: "7" as string | null,
    isStopped: false,
    isBusy: false,
    ends: 0,
  };
  let fault: Error | null = null;
  const feed: Feed = {
    async push(bytes) {
      if (fault !== null) throw fault;
      pushed.push(...bytes);
    },
    async end() {
      state.ends += 1;
      state.running = null;
    },
  };
  const routes = createBrowserRoutes({
    receiver: { of: () => state.running, isReceiving: (id) => id === state.running },
    watch: { find: () => ({ isStopRequested: state.isStopped }) },
    host: { openFeed: async () => (state.isBusy ? null : feed) },
    channels: () => ["english"],
    requirePermission: () => async (context, next) =>
      context.req.header("authorization") === "Bearer staff"
        ? next()
        : context.json({ error: "Sign in" }, 401),
    passOn: () => null,
    now: () => state.nowMs,
  });
  async function post(path: string, body?: Uint8Array<ArrayBuffer>, token = "staff") {
    const response = await routes.app.request(`/api/ingest/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });
    const text = await response.text();
    const answer: { session: string } | null = text === "" ? null : JSON.parse(text);
    return [response.status, answer] as const;
  }
  const start = async (): Promise<string> => {
    const [, answer] = await post("english/start");
    return answer?.session ?? "";
  };
  return { state, pushed, post, start, routes, break: (error: Error) => void (fault = error) };
}

const PIECE = new Uint8Array([1, 2]);

it("takes pieces in order, names the one that is wanted, and ends", async () => {
  const { post, start, pushed, state } = open();
  const session = await start();
  expect(await post(`english/pieces/0?session=${session}`, PIECE)).toEqual([
    200,
    { session, next: 1 },
  ]);
  expect(await post(`english/pieces/0?session=${session}`, PIECE)).toEqual([409, { next: 1 }]);
  expect(await post(`english/pieces/3?session=${session}`, PIECE)).toEqual([409, { next: 1 }]);
  expect(await post(`english/pieces/1?session=${session}`, PIECE)).toEqual([
    200,
    { session, next: 2 },
  ]);
  expect(pushed).toEqual([1, 2, 1, 2]);
  expect(await post(`english/end?session=${session}`)).toEqual([204, null]);
  expect(state.ends).toBe(1);
  expect(await post(`english/pieces/2?session=${session}`, PIECE)).toEqual([
    410,
    { error: "ended" },
  ]);
});

it("takes a piece again whose connection hangs or broke off", async () => {
  const { post, start, pushed, state, routes } = open();
  const path = `english/pieces/0?session=${await start()}`;
  const send = (body: ReadableStream) => {
    const headers = { authorization: "Bearer staff", "content-length": "2" };
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers,
      body,
      duplex: "half",
    };
    return routes.app.request(`/api/ingest/${path}`, init);
  };
  void send(new ReadableStream());
  const cut = new ReadableStream({ start: (controller) => controller.error(new Error("cut")) });
  expect((await send(cut)).status).toBe(409);
  expect((await post(path, PIECE))[0]).toBe(200);
  expect([pushed, state.ends]).toEqual([[1, 2], 0]);
});

it("refuses strangers, other channels, a second device, and what is too large or unreadable", async () => {
  const { post, start, state, break: breakFeed } = open();
  expect((await post("english/start", undefined, "other"))[0]).toBe(401);
  expect((await post("french/start"))[0]).toBe(404);
  const session = await start();
  state.isBusy = true;
  expect(await post("english/start")).toEqual([409, { error: "busy" }]);
  const large = new Uint8Array(PIECE_MAX_BYTES + 1);
  expect((await post(`english/pieces/0?session=${session}`, large))[0]).toBe(413);
  expect((await post("english/pieces/0?session=guessed", PIECE))[0]).toBe(410);
  breakFeed(new Error("no MP4"));
  expect((await post(`english/pieces/0?session=${session}`, PIECE))[0]).toBe(422);
});

it("ends a broadcast whose browser is silent, and says when staff ended it", async () => {
  const { post, start, state, routes } = open();
  const session = await start();
  state.nowMs = 14_000;
  routes.tick();
  expect(state.ends).toBe(0);
  state.nowMs = 16_000;
  routes.tick();
  expect(state.ends).toBe(1);
  expect(await post(`english/pieces/0?session=${session}`, PIECE)).toEqual([
    410,
    { error: "ended" },
  ]);
  state.running = "7";
  const second = await start();
  state.running = null;
  state.isStopped = true;
  expect(await post(`english/pieces/0?session=${second}`, PIECE)).toEqual([
    410,
    { error: "stopped" },
  ]);
});
