import { expect, it, onTestFinished, vi } from "vitest";
import type { EndReason, IngestSink } from "#ingest/ingest-sink.ts";
import type { MediaEvent } from "#ingest/media-event.ts";
import { HOSTILE_INPUTS, ODD_INPUTS, sendHostileInput } from "#ingest/testing/hostile-inputs.ts";
import { openRtmpClient } from "#ingest/testing/rtmp-client.ts";
import { sendRtmp } from "#ingest/testing/rtmp-sender.ts";
import type { PublisherConnection, Rejection } from "./rtmp-connection.ts";
import { RTMP_SERVER_LIMITS, createRtmpServer, type RtmpServerLimits } from "./rtmp-server.ts";

type Broadcast = {
  connection: PublisherConnection;
  events: MediaEvent[];
  ended: { reason: EndReason; detail: string | undefined } | null;
};

/** Starts a server that knows each key which begins with "key". */
async function startServer({
  limits = {},
  push = () => undefined,
  now = () => 0,
}: {
  limits?: Partial<RtmpServerLimits>;
  push?: IngestSink["push"];
  now?: () => number;
} = {}): Promise<{ port: number; broadcasts: Broadcast[]; rejections: Rejection[] }> {
  const broadcasts: Broadcast[] = [];
  const rejections: Rejection[] = [];
  const server = createRtmpServer({
    now,
    limits: { wrongKeyDelayMs: 1, bitsPerSecond: Infinity, ...limits },
    authorize: async ({ streamKey }) =>
      Promise.resolve(streamKey.startsWith("key") ? { publisherId: streamKey } : null),
    onReject: (rejection) => rejections.push(rejection),
    async onPublish(connection) {
      const isBusy = broadcasts.some(
        (known) => known.ended === null && known.connection.publisherId === connection.publisherId,
      );
      if (isBusy) return null;
      const broadcast: Broadcast = { connection, events: [], ended: null };
      broadcasts.push(broadcast);
      return Promise.resolve({
        push(event) {
          broadcast.events.push(event);
          return push(event);
        },
        async end(reason, detail) {
          broadcast.ended = { reason, detail };
          return Promise.resolve();
        },
      });
    },
  });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => server.close());
  return { port, broadcasts, rejections };
}

const until = vi.waitFor;

it("receives what an encoder sends, in order, up to its end", async () => {
  const { port, broadcasts } = await startServer();
  const sent = await sendRtmp({ port, key: "key", seconds: 6, speed: Infinity });
  expect(sent.outcome).toBe("finished");
  const [broadcast] = broadcasts;
  await until(() => expect(broadcast?.ended).toEqual({ reason: "finished", detail: undefined }));
  const times = broadcast?.events.flatMap((event) =>
    event.kind === "video" ? [event.decodeMs] : [],
  );
  expect(times).toEqual(Array.from({ length: 150 }, (_, index) => index * 40));
});

it("receives the same byte by byte, and in the form of Enhanced RTMP", async () => {
  const { port, broadcasts } = await startServer();
  const faults = { isByteByByte: true, fourcc: "avc1" as const };
  await sendRtmp({ port, key: "key", seconds: 1, speed: Infinity, faults });
  await sendRtmp({ port, key: "key", seconds: 1, speed: Infinity });
  await until(() => expect(broadcasts.at(1)?.ended).not.toBeNull());
  expect(broadcasts[0]?.events).toEqual(broadcasts[1]?.events);
});

it("names a codec that it does not pass on", async () => {
  const { port, broadcasts } = await startServer();
  await sendRtmp({ port, key: "key", seconds: 1, speed: Infinity, faults: { fourcc: "hvc1" } });
  expect(broadcasts[0]?.events.filter(({ kind }) => kind === "unsupported")).toEqual([
    { kind: "unsupported", track: "video", codec: "hevc" },
  ]);
});

it("reports a connection that is lost in the middle of a message, and takes the encoder back", async () => {
  const { port, broadcasts } = await startServer();
  await sendRtmp({ port, key: "key", speed: Infinity, faults: { cutAtSecond: 1 } });
  await until(() => expect(broadcasts[0]?.ended?.reason).toBe("connection-lost"));
  const again = await sendRtmp({ port, key: "key", seconds: 1, speed: Infinity });
  expect(again.outcome).toBe("finished");
});

it("refuses a wrong key with a status, after its delay", async () => {
  expect(RTMP_SERVER_LIMITS.wrongKeyDelayMs).toBe(5_000);
  const { port, broadcasts, rejections } = await startServer();
  const sent = await sendRtmp({ port, key: "wrong" });
  expect(sent).toMatchObject({ outcome: "refused", status: "NetStream.Publish.BadName" });
  expect(broadcasts).toEqual([]);
  await until(() =>
    expect(rejections).toEqual([{ address: "127.0.0.1", reason: "wrong-key", detail: "live" }]),
  );
});

it("refuses a second encoder with the key of the first one, which goes on", async () => {
  const { port, broadcasts, rejections } = await startServer();
  const stopped = new AbortController();
  const first = sendRtmp({ port, key: "key", signal: stopped.signal });
  await until(() => expect(broadcasts[0]?.events.length).toBeGreaterThan(5));
  const second = await sendRtmp({ port, key: "key" });
  expect(second).toMatchObject({ outcome: "refused", status: "NetStream.Publish.BadName" });
  const count = broadcasts[0]?.events.length ?? 0;
  await until(() => expect(broadcasts[0]?.events.length).toBeGreaterThan(count));
  stopped.abort();
  expect(await first).toMatchObject({ outcome: "finished" });
  await until(() => expect(rejections).toMatchObject([{ reason: "busy", detail: "key" }]));
});

it.each([
  ["per address", { pendingPerAddress: 3 }],
  ["in total", { pendingPerAddress: 100, pendingInTotal: 3 }],
])("closes connections beyond the limit %s before their first byte", async (_name, limits) => {
  const { port, rejections } = await startServer({ limits });
  const silent = await Promise.all(
    Array.from({ length: 10 }, async () => openRtmpClient({ host: "127.0.0.1", port })),
  );
  await until(() => expect(rejections).toHaveLength(7));
  expect(rejections[0]).toEqual({ address: "127.0.0.1", reason: "too-many", detail: "" });
  for (const { socket } of silent) socket.destroy();
  await until(async () => {
    const sent = await sendRtmp({ port, key: "key", seconds: 1, speed: Infinity });
    expect(sent.outcome).toBe("finished");
  });
});

it("ends a handshake that takes too long, however often a byte of it comes", async () => {
  const { port, rejections } = await startServer({ limits: { handshakeMs: 200 } });
  const { socket, closed } = await openRtmpClient({ host: "127.0.0.1", port });
  const sending = setInterval(() => socket.write(Uint8Array.of(3)), 10);
  onTestFinished(() => clearInterval(sending));
  await closed;
  await until(() => expect(rejections).toMatchObject([{ reason: "timeout" }]));
});

it("ends a broadcast above the bit rate, and names the rate", async () => {
  const { port, broadcasts } = await startServer({ limits: { bitsPerSecond: 100_000 } });
  const sent = await sendRtmp({ port, key: "key", speed: Infinity });
  expect(sent.outcome).toBe("closed");
  await until(() => expect(broadcasts[0]?.ended?.reason).toBe("bit-rate"));
  expect(broadcasts[0]?.ended?.detail).toMatch(/^\d{3} kbit\/s$/);
});

it("holds the encoder back while the segmenter works", async () => {
  let release: () => void = () => undefined;
  const { port, broadcasts } = await startServer({
    limits: { idleMs: 100 },
    push: async () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  });
  const sending = sendRtmp({ port, key: "key", seconds: 1, speed: Infinity });
  await until(() => expect(broadcasts[0]?.events).toHaveLength(1));
  release();
  await until(() => expect(broadcasts[0]?.events).toHaveLength(2));
  const releasing = setInterval(() => release(), 1);
  onTestFinished(() => clearInterval(releasing));
  expect(await sending).toMatchObject({ outcome: "finished" });
  await until(() => expect(broadcasts[0]?.ended?.reason).toBe("finished"));
});

it("ends a broadcast when its sink fails", async () => {
  const { port, broadcasts } = await startServer({
    push: async () => Promise.reject(new Error("no memory")),
  });
  const sent = await sendRtmp({ port, key: "key", speed: Infinity });
  expect(sent.outcome).toBe("closed");
  await until(() =>
    expect(broadcasts[0]?.ended).toEqual({ reason: "crashed", detail: "no memory" }),
  );
});

it("closes after each hostile input while another broadcast goes on", async () => {
  const { port, broadcasts, rejections } = await startServer({
    limits: { handshakeMs: 1_000, publishMs: 2_000, idleMs: 1_000, pendingPerAddress: 100 },
  });
  const stopped = new AbortController();
  const other = sendRtmp({ port, key: "key of another", signal: stopped.signal });
  const inputs = Object.entries(HOSTILE_INPUTS);
  expect(inputs.length).toBeGreaterThan(24);
  await Promise.all(
    inputs.map(async ([name, input]) => {
      const client = await sendHostileInput(input, { port, key: `key ${name}` });
      await client.closed;
    }),
  );
  const count = broadcasts[0]?.events.length ?? 0;
  await until(() => expect(broadcasts[0]?.events.length).toBeGreaterThan(count));
  expect(broadcasts[0]?.connection.publisherId).toBe("key of another");
  stopped.abort();
  expect(await other).toMatchObject({ outcome: "finished" });
  const reached = inputs.filter(([, { stage }]) => stage === "publishing");
  expect(broadcasts).toHaveLength(reached.length + 1);
  await until(() => expect(rejections).toHaveLength(inputs.length - reached.length));
  expect(new Set(rejections.map(({ reason }) => reason))).toEqual(
    new Set(["timeout", "invalid-input"]),
  );
  const reasons = broadcasts.slice(1).map(({ ended }) => ended?.reason);
  expect(new Set(reasons)).toEqual(new Set(["idle", "invalid-input"]));
  await until(() => expect(broadcasts[0]?.ended?.reason).toBe("finished"));
});

it.each(Object.entries(ODD_INPUTS))("goes on after an unusual input: %s", async (_name, input) => {
  const { port, broadcasts } = await startServer();
  const client = await sendHostileInput(input, { port, key: "key" });
  if (input.stage === "shaken") await client.sendCommand("createStream", 2, null);
  if (input.stage !== "publishing") await client.publish("key");
  await client.sendMessage(9, Uint8Array.of(0x17, 1, 0, 0, 0, 9));
  await until(() => expect(broadcasts[0]?.events).toHaveLength(1));
  client.socket.destroy();
});

it("says which port is in use", async () => {
  const { port } = await startServer();
  const second = createRtmpServer({
    now: () => 0,
    authorize: async () => Promise.resolve(null),
    onPublish: async () => Promise.resolve(null),
    onReject: () => undefined,
  });
  await expect(second.listen({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} for live broadcasts is already in use: stop the other program, or choose another port.`,
  );
  await second.close();
});
