import { expect, it, onTestFinished, vi } from "vitest";
import type { EncoderCheck } from "#ingest/check/encoder-check.ts";
import type { Notice, Segment } from "#ingest/segmenter-contract.ts";
import { CRASH, HANG, RUN_OUT_OF_MEMORY } from "#ingest/testing/counting-segmenter.ts";
import { threeSecondEvents, recordingOf } from "#ingest/testing/recordings.ts";
import { openRtmpClient } from "#ingest/testing/rtmp-client.ts";
import { sendRtmp } from "#ingest/testing/rtmp-sender.ts";
import { writeAmf0 } from "#ingest/rtmp/amf0.ts";
import { MESSAGE } from "#ingest/rtmp/protocol.ts";
import { createIngestHost, type IngestHost, type IngestHostDeps } from "./ingest-host.ts";
import type { Publisher } from "./worker-messages.ts";

const SEGMENTER = new URL("../testing/counting-segmenter.ts", import.meta.url).href;

type Recorded = {
  host: IngestHost;
  starts: Publisher[];
  segments: Segment[];
  /** Publisher and reason. */
  ends: string[];
  checks: EncoderCheck[];
  rejections: unknown[];
  faults: (string | null)[];
};

function startHost(deps: Partial<IngestHostDeps> = {}): Recorded {
  const recorded: Omit<Recorded, "host"> = {
    starts: [],
    segments: [],
    ends: [],
    checks: [],
    rejections: [],
    faults: [],
  };
  const host = createIngestHost({
    segmenterModule: SEGMENTER,
    targetSeconds: 2,
    now: () => 0,
    limits: { wrongKeyDelayMs: 1, bitsPerSecond: Infinity },
    firstRestartMs: 1,
    authorize: async ({ app, streamKey }) =>
      Promise.resolve(app === "live" && streamKey !== "wrong" ? { publisherId: streamKey } : null),
    async onStart(publisher) {
      recorded.starts.push(publisher);
      return Promise.resolve({ firstNumber: recorded.segments.length, firstInitId: 3 });
    },
    async onSegment(_publisherId, segment) {
      recorded.segments.push(segment);
      return Promise.resolve();
    },
    onNotice: () => undefined,
    onCheck: (_publisherId, check) => recorded.checks.push(check),
    onEnd: (publisherId, reason) => recorded.ends.push(`${publisherId}: ${reason}`),
    onReject: (rejection) => recorded.rejections.push(rejection),
    report: (_component, fault) => recorded.faults.push(fault),
    ...deps,
  });
  onTestFinished(async () => host.close());
  return { host, ...recorded };
}

const LOCAL = { host: "127.0.0.1", port: 0 };
const until: typeof vi.waitFor = async (check) => vi.waitFor(check, { timeout: 20_000 });

/** Publishes and lets the segmenter act as the encoder's name says. */
async function publishAs(port: number, key: string, encoder: string): Promise<void> {
  const client = await openRtmpClient({ host: "127.0.0.1", port });
  await client.shakeHands();
  await client.connect("live");
  await client.publish(key);
  const metadata = writeAmf0("@setDataFrame", "onMetaData", new Map([["encoder", encoder]]));
  await client.sendMessage(MESSAGE.data, metadata);
  await client.closed;
}

it("makes segments of a broadcast, stores each before the next, and numbers on after a return", async () => {
  const { host, starts, segments, ends, checks } = startHost();
  const port = await host.openPort(LOCAL);
  await sendRtmp({ port, key: "main", seconds: 3, speed: Infinity });
  await until(() => expect(ends).toEqual(["main: finished"]));
  expect(segments.map(({ number, video }) => [number, video?.length])).toEqual([
    [0, 25],
    [1, 25],
    [2, 25],
  ]);
  expect(checks.at(-1)?.facts).toMatchObject({
    encoder: "Lavf59.27.100",
    width: 426,
    height: 240,
    frameRate: 25,
    keyFrameSeconds: 1,
    sampleRate: 48_000,
  });
  await sendRtmp({ port, key: "main", seconds: 1, speed: Infinity });
  await until(() => expect(ends).toHaveLength(2));
  expect(starts).toEqual([
    { publisherId: "main", protocol: "rtmp", address: "127.0.0.1" },
    { publisherId: "main", protocol: "rtmp", address: "127.0.0.1" },
  ]);
  expect(segments.at(3)).toMatchObject({ number: 3, initId: 3 });
});

it("reports a codec that cannot be copied", async () => {
  const { host, checks, ends } = startHost();
  const port = await host.openPort(LOCAL);
  await sendRtmp({ port, key: "main", seconds: 1, speed: Infinity, faults: { fourcc: "hvc1" } });
  await until(() => expect(ends).toHaveLength(1));
  expect(checks.at(-1)?.checkResults).toContainEqual({ id: "unsupported-video", codec: "hevc" });
});

it("refuses a wrong key, and a second encoder while the first one sends", async () => {
  const { host, rejections, segments } = startHost();
  const port = await host.openPort(LOCAL);
  expect(await sendRtmp({ port, key: "wrong" })).toMatchObject({ outcome: "refused" });
  expect(await sendRtmp({ port, key: "main", app: "other" })).toMatchObject({ outcome: "refused" });
  const stopped = new AbortController();
  const first = sendRtmp({ port, key: "main", speed: 4, signal: stopped.signal });
  await until(() => expect(segments.length).toBeGreaterThan(0));
  expect(await sendRtmp({ port, key: "main" })).toMatchObject({ outcome: "refused" });
  stopped.abort();
  expect(await first).toMatchObject({ outcome: "finished" });
  await until(() => expect(rejections).toHaveLength(3));
});

it("stops a broadcast on request, and lets its encoder come back", async () => {
  const { host, segments, ends } = startHost();
  const port = await host.openPort(LOCAL);
  const sending = sendRtmp({ port, key: "main", speed: 4 });
  await until(() => expect(segments.length).toBeGreaterThan(0));
  host.stop("main");
  expect(await sending).toMatchObject({ outcome: "closed" });
  await until(() => expect(ends).toEqual(["main: stopped"]));
  expect(await sendRtmp({ port, key: "main", seconds: 1, speed: Infinity })).toMatchObject({
    outcome: "finished",
  });
});

it.each([CRASH, RUN_OUT_OF_MEMORY])(
  "ends all broadcasts of a worker that dies (%s), and listens on the same port again",
  async (encoder) => {
    const { host, segments, ends, faults } = startHost();
    const port = await host.openPort(LOCAL);
    const other = sendRtmp({ port, key: "other", speed: 4 });
    await until(() => expect(segments.length).toBeGreaterThan(0));
    await publishAs(port, "main", encoder);
    expect(await other).toMatchObject({ outcome: "closed" });
    await until(() => expect(ends.toSorted()).toEqual(["main: crashed", "other: crashed"]));
    await until(async () => {
      const sent = await sendRtmp({ port, key: "main", seconds: 1, speed: Infinity });
      expect(sent.outcome).toBe("finished");
    });
    await until(() => expect(ends).toHaveLength(3));
    const fault = faults.find((one) => one !== null);
    expect(fault).toMatch(encoder === CRASH ? /a bug/ : /memory/);
    expect(faults.at(-1)).toBeNull();
  },
);

it("ends a worker that is stuck as one that dies, and listens again", async () => {
  const { host, ends, faults } = startHost({ aliveMs: 200 });
  const port = await host.openPort(LOCAL);
  await publishAs(port, "main", HANG);
  await until(() => expect(ends).toContain("main: crashed"));
  expect(faults[0]).toBe("The worker ended: no sign of life for 2 s");
  await until(async () => {
    const sent = await sendRtmp({ port, key: "main", seconds: 1, speed: Infinity });
    expect(sent.outcome).toBe("finished");
  });
});

it("goes on when a segment cannot be stored, and says so", async () => {
  const { host, ends, faults } = startHost({
    onSegment: async () => Promise.reject(new Error("the disk is full")),
  });
  const port = await host.openPort(LOCAL);
  const sent = await sendRtmp({ port, key: "main", seconds: 3, speed: Infinity });
  expect(sent.outcome).toBe("finished");
  await until(() => expect(ends).toEqual(["main: finished"]));
  expect(faults).toContain("A segment was not stored: the disk is full");
});

it("says which port is in use, keeps the one that is open, and goes on without", async () => {
  const first = startHost();
  const port = await first.host.openPort(LOCAL);
  const second = startHost();
  const own = await second.host.openPort(LOCAL);
  await expect(second.host.openPort({ ...LOCAL, port })).rejects.toMatchObject({
    name: "StartError",
    message: `Port ${port} for live broadcasts is already in use: stop the other program, or choose another port.`,
    cause: { code: "EADDRINUSE" },
  });
  const sent = await sendRtmp({ port: own, key: "main", seconds: 1, speed: Infinity });
  expect(sent.outcome).toBe("finished");
});

it("stores the last segment when it closes, and answers no one after", async () => {
  const { host, segments, ends } = startHost();
  const port = await host.openPort(LOCAL);
  const sending = sendRtmp({ port, key: "main", speed: 4 });
  await until(() => expect(segments.length).toBeGreaterThan(0));
  const count = segments.length;
  await host.close();
  expect(await sending).toMatchObject({ outcome: "closed" });
  expect(ends).toEqual(["main: server-closed"]);
  expect(segments.length).toBeGreaterThan(count);
  await expect(host.openPort(LOCAL)).rejects.toThrow("The ingest is closed");
});

it("makes segments of a recording that arrives in pieces, one connection at a time", async () => {
  const { host, starts, segments, ends } = startHost();
  const recording = await recordingOf("mp4", threeSecondEvents());
  const feed = await host.openFeed({ publisherId: "main" });
  expect(await host.openFeed({ publisherId: "main" })).toBeNull();
  await feed?.push(recording.subarray(0, 20_000));
  await feed?.push(recording.subarray(20_000));
  await feed?.end();
  expect(starts).toEqual([{ publisherId: "main", protocol: "feed", address: null }]);
  expect(segments.map(({ video }) => video?.length)).toEqual([25, 25, 25]);
  expect(ends).toEqual(["main: finished"]);
  await expect(feed?.push(recording)).rejects.toThrow("The feed has ended");
});

it("ends a feed that is no recording, and says so", async () => {
  const { host, ends } = startHost();
  const feed = await host.openFeed({ publisherId: "main" });
  const pushAll = async (): Promise<void> => {
    for (let piece = 0; piece < 100; piece += 1) await feed?.push(new Uint8Array(100_000));
  };
  await expect(pushAll()).rejects.toThrow(Error);
  await until(() => expect(ends).toEqual(["main: invalid-input"]));
});

it("rejects the pieces of a feed whose worker has died", async () => {
  const { host, ends } = startHost();
  const port = await host.openPort(LOCAL);
  const feed = await host.openFeed({ publisherId: "phone" });
  await publishAs(port, "main", CRASH);
  await until(() => expect(ends).toContain("phone: crashed"));
  await expect(feed?.push(new Uint8Array(5))).rejects.toThrow("The ingest worker ended");
});

it("encodes sound alone again by a program of each broadcast, and goes on without it", async () => {
  const program = new URL("../testing/fake-sound-program.ts", import.meta.url).pathname;
  const notices: Notice[] = [];
  const { host, segments, ends } = startHost({
    segmenterModule: new URL("../segments/segmenter.ts", import.meta.url).href,
    soundCommand: [process.execPath, program, "400"],
    onNotice: (_publisherId, notice) => notices.push(notice),
  });
  const port = await host.openPort(LOCAL);
  await sendRtmp({ port, key: "main", seconds: 12, speed: Infinity });
  await until(() => expect(ends).toEqual(["main: finished"]));
  expect(notices).toEqual([{ id: "sound-encoder-failed", message: "out of memory" }]);
  expect(segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(1);
  const sizes = segments.map(({ audio }) => audio?.length ?? 0);
  expect(Math.max(...sizes.slice(0, 3))).toBeLessThan(Math.min(...sizes.slice(-2)));
});
