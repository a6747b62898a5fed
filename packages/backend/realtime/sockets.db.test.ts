import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import * as v from "valibot";
import { type Recorder, listen } from "./realtime-client.fixture.ts";
import { startTestBackend, type TestBackend } from "#backend/testing/test-backend.ts";

type Message = readonly [string | null, string | null, string, string, unknown];

const messageSchema = v.strictTuple([
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.string(),
  v.string(),
  v.unknown(),
]);

/** A socket without the client's library. */
type RawSocket = {
  readonly socket: WebSocket;
  readonly received: Recorder<Message>;
  say(...message: Message): void;
  /** Resolves with the reply to the message of that reference. */
  reply(ref: string): Promise<unknown>;
  closed(): Promise<number>;
};

function addressOf(backend: TestBackend, query: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams({
    apikey: backend.publishableKey,
    vsn: "2.0.0",
    ...query,
  });
  return `${backend.url.replace("http", "ws")}/realtime/v1/websocket?${parameters}`;
}

async function open(backend: TestBackend): Promise<RawSocket> {
  const socket = new WebSocket(addressOf(backend));
  const received = listen<Message>();
  const closed = once(socket, "close");
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (!isBinary) received.record(v.parse(messageSchema, JSON.parse(data.toString())));
  });
  await once(socket, "open");
  return {
    socket,
    received,
    say: (...message) => socket.send(JSON.stringify(message)),
    reply: async (ref) =>
      (await received.find((message) => message[1] === ref && message[3] === "phx_reply"))[4],
    closed: async () => v.parse(v.number(), (await closed)[0]),
  };
}

/** Returns the error of a rejected handshake. */
async function handshakeError(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown }> {
  const socket = new WebSocket(address, { headers });
  const [, response] = await once(socket, "unexpected-response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body: JSON.parse(body) };
}

/** One character above the limit of a name. */
const LONG = "é".repeat(256);

describe("the handshake of a socket", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ settings: { corsOrigins: ["https://friend.example"] } });
  });
  afterAll(() => backend.close());

  it.each([
    [{ apikey: "" }, 401, "No API key found in request"],
    [{ apikey: "sb_publishable_wrong" }, 401, "Invalid API key"],
  ])("with %j is rejected", async (query, status, message) => {
    expect(await handshakeError(addressOf(backend, query))).toMatchObject({
      status,
      body: { message },
    });
  });

  it("of an unknown version is rejected", async () => {
    expect(await handshakeError(addressOf(backend, { vsn: "3.0.0" }))).toEqual({
      status: 400,
      body: { error: "The serializer version is not supported" },
    });
  });

  it("is rejected from pages of foreign origins, and with the secret key from any page", async () => {
    const foreign = await handshakeError(addressOf(backend), { origin: "https://foreign.example" });
    expect(foreign).toMatchObject({
      status: 403,
      body: { error: "This origin may not open sockets here" },
    });
    const secret = { apikey: backend.secretKey };
    expect(await handshakeError(addressOf(backend, secret), { origin: backend.url })).toMatchObject(
      {
        status: 401,
        body: { message: "Forbidden use of secret API key in browser" },
      },
    );
  });

  it.each(["own", "https://friend.example", "capacitor://localhost"])(
    "accepts pages of origin %s",
    async (origin) => {
      const headers = { origin: origin === "own" ? backend.url : origin };
      const socket = new WebSocket(addressOf(backend), { headers });
      await once(socket, "open");
      expect(socket.readyState).toBe(socket.OPEN);
      socket.close();
    },
  );

  it("responds 400 without Upgrade, and serves no other route", async () => {
    const response = await fetch(addressOf(backend).replace("ws", "http"));
    expect(response.status).toBe(400);
    expect(await handshakeError(`${backend.url.replace("http", "ws")}/rest/v1/`)).toMatchObject({
      status: 401,
    });
  });
});

describe("frames of a client", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it("that are invalid are dropped, and the socket stays", async () => {
    const raw = await open(backend);
    for (const text of ["", "{", "null", "[]", '["1","2","phoenix"]', '{"topic":"phoenix"}']) {
      raw.socket.send(text);
    }
    raw.socket.send(Buffer.from([9, 9, 9]));
    raw.say(null, "1", "phoenix", "heartbeat", {});
    expect(await raw.reply("1")).toEqual({ status: "ok", response: {} });
    raw.socket.close();
  });

  it("of more than 5,000,000 bytes or invalid UTF-8 close it with their code", async () => {
    const long = await open(backend);
    long.socket.send("x".repeat(5_000_001));
    expect(await long.closed()).toBe(1009);
    const broken = await open(backend);
    broken.socket.send(Buffer.from([255, 254]), { binary: false });
    expect(await broken.closed()).toBe(1007);
  });

  it("to channels that are not joined get an error", async () => {
    const raw = await open(backend);
    raw.say("1", "1", "realtime:none", "broadcast", {});
    expect(await raw.reply("1")).toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    });
    raw.say("2", "2", "realtime:none", "phx_leave", {});
    expect(await raw.reply("2")).toEqual({ status: "ok", response: {} });
    raw.say("3", "3", "elsewhere", "phx_join", {});
    expect(await raw.reply("3")).toMatchObject({ status: "error" });
    raw.socket.close();
  });

  it("to join need a name, and never fail for their form", async () => {
    const raw = await open(backend);
    raw.say("1", "1", "realtime:", "phx_join", {});
    expect(await raw.reply("1")).toEqual({
      status: "error",
      response: { reason: "TopicNameRequired: You must provide a topic name" },
    });
    const odd = { config: { broadcast: 7, presence: null, private: "x", postgres_changes: "y" } };
    for (const [index, payload] of [odd, null, [], { config: 1 }].entries()) {
      const ref = String(index + 2);
      raw.say(ref, ref, `realtime:odd ${ref}`, "phx_join", payload);
      expect(await raw.reply(ref)).toEqual({
        status: "ok",
        response: { postgres_changes: [] },
      });
    }
    raw.socket.close();
  });

  it("to join with a topic or key of more than 255 characters are rejected", async () => {
    const raw = await open(backend);
    const join = (ref: string, topic: string, key: string): Promise<unknown> => {
      raw.say(ref, ref, `realtime:${topic}`, "phx_join", { config: { presence: { key } } });
      return raw.reply(ref);
    };
    expect(await join("1", LONG.slice(1), LONG.slice(1))).toMatchObject({ status: "ok" });
    expect(await join("2", LONG, "")).toEqual({
      status: "error",
      response: { reason: "TopicNameTooLong: A topic name has at most 255 characters" },
    });
    expect(await join("3", "room", LONG)).toEqual({
      status: "error",
      response: { reason: "PresenceKeyTooLong: A presence key has at most 255 characters" },
    });
    raw.socket.close();
  });

  it("that stay with their channels close a socket at 16 MB", async () => {
    const raw = await open(backend);
    const filling = { config: { postgres_changes: [], text: "x".repeat(4_000_000) } };
    for (let n = 1; n <= 4; n += 1)
      raw.say(String(n), String(n), `realtime:${n}`, "phx_join", filling);
    expect(await raw.closed()).toBe(1008);
  });

  it("track a presence of at most 4 kB", async () => {
    const raw = await open(backend);
    for (const [n, length] of [4_080, 4_096, 2_800_000].entries()) {
      const topic = `realtime:hall ${n}`;
      raw.say("1", `join ${n}`, topic, "phx_join", {});
      await raw.reply(`join ${n}`);
      const payload = { event: "track", payload: { text: "x".repeat(length) } };
      raw.say("1", `track ${n}`, topic, "presence", payload);
    }
    expect(await raw.reply("track 0")).toMatchObject({ status: "ok" });
    for (const n of [1, 2]) {
      const topic = `realtime:hall ${n}`;
      const message = await raw.received.find(
        ([, , receivedTopic, event]) => receivedTopic === topic && event === "system",
      );
      expect(message[4]).toMatchObject({ message: "Track message size exceeded" });
    }
    raw.socket.close();
  });

  it("to join a channel again close the previous one", async () => {
    const raw = await open(backend);
    raw.say("1", "1", "realtime:twice", "phx_join", {});
    await raw.reply("1");
    raw.say("2", "2", "realtime:twice", "phx_join", {});
    await raw.reply("2");
    expect(raw.received.all).toContainEqual(["1", "1", "realtime:twice", "phx_close", {}]);
    raw.say("2", "3", "realtime:twice", "phx_leave", {});
    await raw.reply("3");
    await raw.received.find(([joinRef, , , event]) => joinRef === "2" && event === "phx_close");
    raw.socket.close();
  });

  it("join at most 100 channels", async () => {
    const raw = await open(backend);
    for (let n = 1; n <= 101; n += 1) {
      raw.say(String(n), String(n), `realtime:${n}`, "phx_join", {});
    }
    expect(await raw.reply("100")).toMatchObject({ status: "ok" });
    expect(await raw.reply("101")).toEqual({
      status: "error",
      response: { reason: "ChannelRateLimitReached: Too many channels" },
    });
    raw.socket.close();
  });

  it("close only the socket of a slow reader", async () => {
    const [reader, slow] = [await open(backend), await open(backend)];
    for (const raw of [reader, slow]) {
      raw.say("1", "1", "realtime:flood", "phx_join", {});
      await raw.reply("1");
    }
    let arrived = 0;
    const all = new Promise<void>((resolve) => {
      reader.socket.on("message", (_data, isBinary) => {
        arrived += isBinary ? 1 : 0;
        if (arrived === 60) resolve();
      });
    });
    slow.socket.pause();
    for (let sent = 0; sent < 60; sent += 1) {
      await fetch(`${backend.url}/realtime/v1/api/broadcast/flood/events/say`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/octet-stream" },
        body: Buffer.alloc(500_000),
      });
    }
    await all;
    slow.socket.resume();
    expect(await slow.closed()).toBe(1006);
    expect(reader.socket.readyState).toBe(reader.socket.OPEN);
    reader.socket.close();
  });

  it("above the payload limit are rejected with ack", async () => {
    const raw = await open(backend);
    raw.say("1", "1", "realtime:big", "phx_join", { config: { broadcast: { ack: true } } });
    await raw.reply("1");
    const payload = { type: "broadcast", text: "x".repeat(3_000_001) };
    raw.say("1", "2", "realtime:big", "broadcast", payload);
    expect(await raw.reply("2")).toEqual({
      status: "error",
      response: { reason: "payload_size_exceeded" },
    });
    raw.socket.close();
  });
});

describe("limits of sockets", () => {
  let strict: TestBackend;
  let tiny: TestBackend;
  beforeAll(async () => {
    strict = await startTestBackend({ settings: { rateLimitFactor: 1 } });
    // One socket per IP address, one join and one message in ten seconds.
    tiny = await startTestBackend({ settings: { rateLimitFactor: 0.001 } });
  });
  afterAll(async () => {
    await strict.close();
    await tiny.close();
  });

  it("close a channel at the sixth call of presence within 30 seconds", async () => {
    const raw = await open(strict);
    raw.say("1", "1", "realtime:hall", "phx_join", {});
    await raw.reply("1");
    for (let n = 2; n <= 7; n += 1) {
      const payload = { type: "presence", event: "track", payload: { n } };
      raw.say("1", String(n), "realtime:hall", "presence", payload);
    }
    const [, , , , payload] = await raw.received.find(([, , , event]) => event === "system");
    expect(payload).toEqual({
      extension: "system",
      status: "error",
      message: "Client presence rate limit exceeded",
      channel: "hall",
    });
    expect(await raw.reply("6")).toMatchObject({ status: "ok" });
    await raw.received.find(([, , , event]) => event === "phx_close");
    raw.socket.close();
  });

  it("reject excess sockets, joins and messages in upstream's words", async () => {
    const raw = await open(tiny);
    expect(await handshakeError(addressOf(tiny))).toEqual({
      status: 429,
      body: { error: "Too many connected users" },
    });
    raw.say("1", "1", "realtime:a", "phx_join", {});
    expect(await raw.reply("1")).toMatchObject({ status: "ok" });
    raw.say("1", "2", "realtime:a", "broadcast", { event: 1 });
    raw.say("1", "3", "realtime:a", "broadcast", { event: 2 });
    const [, , , , payload] = await raw.received.find(([, , , event]) => event === "system");
    expect(payload).toMatchObject({ message: "Too many messages per second" });
    raw.say("4", "4", "realtime:b", "phx_join", {});
    expect(await raw.reply("4")).toEqual({
      status: "error",
      response: { reason: "ClientJoinRateLimitReached: Too many joins per second" },
    });
    expect(await raw.closed()).toBe(1008);
    const post = await fetch(`${tiny.url}/realtime/v1/api/broadcast/a/events/say`, {
      method: "POST",
      headers: { apikey: tiny.secretKey, "content-type": "application/json" },
      body: "{}",
    });
    expect(post.status).toBe(202);
  });
});

describe("messages over HTTP", () => {
  let backend: TestBackend;
  const post = (path: string, body: string, type = "application/json"): Promise<Response> =>
    fetch(`${backend.url}/realtime/v1/api/broadcast${path}`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, "content-type": type },
      body,
    });
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(() => backend.close());

  it.each([
    ["", '{"messages":[{"topic":"a","event":"b","payload":{}}]}', "application/json", 202],
    ["/a%2Fb/events/say%20it", '"any JSON"', "application/json; charset=utf-8", 202],
    ["/a/events/say", "bytes", "application/octet-stream", 202],
    ["/a/events/say", "bytes", "text/plain", 415],
    ["/a/events/say", "{", "application/json", 422],
    ["", "{}", "application/json", 422],
    ["", '{"messages":[]}', "application/json", 422],
    ["", '{"messages":[{"topic":"a","payload":{}}]}', "application/json", 422],
    ["", '{"messages":[{"topic":"","event":"b","payload":{}}]}', "application/json", 422],
    ["", `{"messages":[{"topic":"${LONG}","event":"b","payload":{}}]}`, "application/json", 422],
    [`/${LONG}/events/say`, "{}", "application/json", 422],
    ["", '{"messages":[{"topic":"a","event":"b","payload":[]}]}', "application/json", 422],
  ])("to %j with %j of %s get %i", async (path, body, type, status) => {
    expect((await post(path, body, type)).status).toBe(status);
  });

  it("report the invalid field and an oversized message", async () => {
    const wrong = await post("", '{"messages":[{"topic":"a","payload":{}}]}');
    expect(await wrong.json()).toEqual({ errors: { "messages.0.event": [expect.any(String)] } });
    const long = await post("/a/events/say", "x".repeat(3_000_001), "application/octet-stream");
    expect(long.status).toBe(422);
  });
});
