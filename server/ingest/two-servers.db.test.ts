import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { connect, createServer, type Server as NetServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { threeSecondEvents, recordingOf } from "@reign-tv/ingest/testing/recordings.ts";
import { sendRtmp } from "@reign-tv/ingest/testing/rtmp-sender.ts";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { createLogger } from "@reign-tv/kit/log.ts";
import { openLive } from "#server/live/live-routes.ts";
import { loadLibrary, type MediaLibrary } from "#server/media/library.ts";
import { createFileStateStore } from "#server/state-store/state-store.ts";
import {
  INGEST_PATH,
  STUDIO_INGEST_PATH,
  type StudioIngest,
  type StudioRecordings,
} from "#shared/studio/studio-ingest.ts";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Ministry } from "#shared/site/ministry.ts";
import {
  makeClip,
  type MediaFixture,
  soundOf,
  writeMediaFixture,
} from "#tests/support/media-fixture.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openIngest } from "./open-ingest.ts";
import { startBroadcastHost } from "./start-broadcast-host.ts";
import { readThisServer } from "./this-server.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const CLIPS = ["clip-one", "clip-two"];
const LIMITS = { wrongKeyDelayMs: 1, bitsPerSecond: Infinity };
const PLAYLIST = "/live/english/480p.m3u8";
const WINDOW = "/live/english/window.m3u8";

type Server = {
  url: string;
  rtmpPort: number;
  /** Ends it without a word to the database, as a power failure does. */
  kill: () => Promise<void>;
};

let test: TestDatabase;
let fixture: MediaFixture;
let library: MediaLibrary;
let folder = "";
const running: Server[] = [];

beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  const clips = CLIPS.map((id) => {
    const clip = makeClip(id, [4.8, 4.8, 4.8]);
    return { ...clip, sound: soundOf(clip) };
  });
  fixture = await writeMediaFixture(clips, { english: CLIPS, french: CLIPS });
  library = await loadLibrary(fixture.directory);
  folder = await mkdtemp(join(tmpdir(), "reign-ingest-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ kill }) => kill()));
  await test.admin`truncate public.broadcasts, public.stream_keys, public.broadcast_segments cascade`;
  await test.admin`update public.studio_state set accepts_encoders = null`;
});
afterAll(async () => {
  await test.close();
  await fixture.remove();
  await rm(folder, { recursive: true, force: true });
});

function ministryWithIngest(): Ministry {
  const ministry = testMinistry();
  const { english } = ministry.channels;
  if (english === undefined) throw new Error("The fixture has no English channel");
  const source = { kind: "ingest" } as const;
  return { ...ministry, channels: { english: { ...english, source, fallback: english.source } } };
}

/** Deletions in the activity log, which may be away. */
const noted: string[][] = [];
let isLogAway = false;

type ServerOptions = {
  rtmpPort?: number;
  /** The operator has set the port, which opens it until staff decide. */
  isPortSet?: boolean;
};

async function startServer(name: string, options: ServerOptions = {}): Promise<Server> {
  const ministry = ministryWithIngest();
  const DATA_DIR = join(folder, name);
  const { rtmpPort = await freePort(), isPortSet = true } = options;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = {
    DATA_DIR,
    HOST: "127.0.0.1",
    PORT: port,
    RTMP_PORT: isPortSet ? rtmpPort : undefined,
    RECORDINGS_GB: 1,
    WATCHING_FLOOR: 25,
  };
  const database = test.openAgain();
  const log = createLogger("silent");
  const common = { ministry: () => ministry, log, fetch, report: () => undefined, now: Date.now };
  const ingest = await openIngest({
    ...common,
    config: { ...config, siteUrl: url, RECORDINGS_DIR: undefined },
    database,
    server: await readThisServer(config),
    requirePermission: () => (context, next) =>
      context.req.header("authorization") === "Bearer staff"
        ? next()
        : Promise.resolve(context.json({ error: "Sign in" }, 401)),
    async noteDeletion(authorization, { channel, id }) {
      if (isLogAway) throw new Error("The log does not answer");
      noted.push([authorization, channel, id]);
      await test.admin`
        update public.broadcasts set recording_deleted_at = now() where id = ${Number.parseInt(id, 10)}`;
    },
    startHost: startBroadcastHost({ ...common, rtmpPort, ffmpeg: null, limits: LIMITS }),
  });
  const stateStore = createFileStateStore(join(folder, "state"));
  const live = await openLive({ ...common, library, stateStore, broadcasts: ingest });
  const app = new Hono();
  for (const routes of [live.app, ...ingest.routes]) app.route("/", routes);
  const server: ServerType = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" });
  let isOpen = true;
  const made: Server = {
    url,
    rtmpPort,
    async kill() {
      if (!isOpen) return;
      isOpen = false;
      await database.close();
      await ingest.close();
      server.close();
    },
  };
  running.push(made);
  return made;
}

async function giveKey(key = KEY): Promise<void> {
  const hash = createHash("sha256").update(key).digest("hex");
  await test.admin`
    insert into public.stream_keys (channel, key_hash) values ('english', ${hash})
    on conflict (channel) do update set key_hash = excluded.key_hash`;
}

const textOf = async ({ url }: Server, path: string): Promise<string> =>
  (await fetch(`${url}${path}`)).text();
const stateOf = async ({ url }: Server): Promise<string | undefined> => {
  const response = await fetch(`${url}/api/live`);
  const { channels }: LiveStatus = await response.json();
  return channels[0]?.state;
};
const studioOf = async ({ url }: Server): Promise<StudioIngest> => {
  const headers = { authorization: "Bearer staff" };
  return (await fetch(`${url}${STUDIO_INGEST_PATH}/english`, { headers })).json();
};
const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 });
const bytesOf = async ({ url }: Server, path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer());
const sequenceIn = (playlist: string): number =>
  Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]) +
  playlist.split("\n").filter((line) => line.startsWith("/")).length;

it("lets both servers serve what one receives, and refuses a wrong key and a second encoder", async () => {
  const [one, two] = [await startServer("one"), await startServer("two")];
  await giveKey();
  expect(await sendRtmp({ port: one.rtmpPort, key: "0".repeat(32) })).toMatchObject({
    outcome: "refused",
  });
  expect((await studioOf(one)).rejection).toMatchObject({ reason: "wrong-key" });
  const stopped = new AbortController();
  const { signal } = stopped;
  const sending = sendRtmp({ port: one.rtmpPort, key: KEY, speed: 2, signal });
  await poll(() => Promise.all([one, two].map(stateOf))).toEqual(["live", "live"]);
  expect(await sendRtmp({ port: two.rtmpPort, key: KEY })).not.toMatchObject({
    outcome: "finished",
  });

  await poll(() => textOf(two, PLAYLIST)).toMatch(/\/3\.m4s/);
  const playlist = await textOf(two, PLAYLIST);
  const sound = await textOf(two, "/live/english/audio.m3u8");
  const urls = [...`${playlist}${sound}`.matchAll(/^\/live\/\S+|(?<=URI=")\/live\/[^"]+/gm)].map(
    ([url]) => url,
  );
  expect(urls.length).toBeGreaterThan(6);
  for (const url of urls) {
    const bytes = await bytesOf(two, url);
    expect(bytes.length).toBeGreaterThan(500);
    expect(bytes.equals(await bytesOf(one, url))).toBe(true);
  }
  await test.admin`
    insert into public.watch_pulses (nonce, minute, channel, weight)
    values ('0123456789abcdef', date_trunc('minute', now()) - interval '1 minute', 'english', 7)`;
  const facts = { input: { width: 426, height: 240 }, isOnAir: true, isArriving: true };
  await poll(() => studioOf(two)).toMatchObject({
    broadcast: facts,
    freeBytes: expect.any(Number),
    watching: expect.any(Number),
  });
  await test.admin`insert into public.broadcast_chapters (broadcast, title) select id, 'Sermon' from public.broadcasts`;
  await poll(() => textOf(two, "/live/english/broadcast")).toContain('"title":"Sermon"');
  const { channels }: LiveStatus = await (await fetch(`${two.url}/api/live`)).json();
  expect(channels[0]?.soundRate).toBeLessThan(channels[0]?.pictureRate ?? 0);
  const recorded = /\/live\/english\/[\w-]+\//.exec(playlist)?.[0] ?? "";
  expect((await fetch(`${one.url}${recorded}audio.m3u8`)).status).toBe(404);

  // The answer waits for its segment, on the server that only reads rows, too.
  for (const server of [one, two]) {
    const next = sequenceIn(await textOf(server, PLAYLIST));
    const held = await textOf(server, `${PLAYLIST}?_HLS_msn=${next}`);
    expect(held).toContain("CAN-BLOCK-RELOAD=YES");
    expect(sequenceIn(held)).toBeGreaterThan(next);
    expect(sequenceIn(await textOf(server, `${PLAYLIST}?_HLS_msn=${next + 99}`))).toBeLessThan(
      next + 9,
    );
  }
  const past = await textOf(two, WINDOW);
  expect(past).not.toContain("#EXT-X-ENDLIST");

  stopped.abort();
  await sending;
  await poll(() => Promise.all([one, two].map(stateOf))).toEqual(["rerun", "rerun"]);
  // Those who have sought back see the rest.
  expect(await textOf(two, WINDOW)).toMatch(/\/0\.m4s[^]*#EXT-X-ENDLIST/);
  for (const server of [one, two]) {
    const whole = await textOf(server, `${recorded}audio.m3u8`);
    expect(whole).toMatch(/\/0\.audio\.m4s[^]*#EXT-X-ENDLIST\n$/);
    const file = await fetch(`${server.url}${recorded}audio.m4a`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get("content-length")).toBe(String(bytes.length));
    expect(bytes.toString("latin1", 4, 8)).toBe("ftyp");
    const part = await fetch(`${server.url}${recorded}audio.m4a`, {
      headers: { Range: "bytes=100-199", "If-Range": file.headers.get("etag") ?? "" },
    });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-199/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
  }
  expect(await textOf(two, PLAYLIST)).toContain("/media/clips/");
  await checkDeletion(one, two);
});

/** Deletes the recording of one server by the other. */
async function checkDeletion(one: Server, two: Server): Promise<void> {
  const ask = async ({ url }: Server, path = "", method = "GET") => {
    const address = `${url}${STUDIO_INGEST_PATH}/english/recordings${path}`;
    const response = await fetch(address, { method, headers: { authorization: "Bearer staff" } });
    const answer: Partial<StudioRecordings> = await response.json();
    return { status: response.status, recordings: answer.recordings };
  };
  const [own] = (await ask(one)).recordings ?? [];
  expect(own).toMatchObject({ server: null, bytes: expect.any(Number) });
  const [other] = (await ask(two)).recordings ?? [];
  expect(other).toMatchObject({ id: own?.id, bytes: own?.bytes });
  expect(hostname()).toContain(other?.server);
  expect(await ask(two, "/9999-abc", "DELETE")).toMatchObject({ status: 404 });
  isLogAway = true;
  expect(await ask(two, `/${own?.id}`, "DELETE")).toMatchObject({ status: 503 });
  expect((await ask(two)).recordings).toHaveLength(1);
  isLogAway = false;
  expect(await ask(two, `/${own?.id}`, "DELETE")).toEqual({ status: 200, recordings: [] });
  expect(noted).toEqual([["Bearer staff", "english", own?.id]]);
  await poll(async () => (await ask(one)).recordings).toEqual([]);
}

it("goes on with the programme when the server that receives dies, and numbers on", async () => {
  const [one, two] = [await startServer("one"), await startServer("two")];
  await giveKey();
  const sending = sendRtmp({ port: one.rtmpPort, key: KEY, speed: 4 });
  await poll(() => textOf(two, PLAYLIST)).toMatch(/\/4\.m4s/);
  const before = sequenceIn(await textOf(two, PLAYLIST));
  await one.kill();
  await sending.catch(() => undefined);
  await test.admin`update public.broadcasts set heartbeat_at = heartbeat_at - interval '6 seconds'`;
  await poll(() => stateOf(two)).toBe("rerun");
  const after = await textOf(two, PLAYLIST);
  expect(after).toContain("/media/clips/");
  expect(sequenceIn(after)).toBeGreaterThanOrEqual(before);

  const back = await startServer("one");
  const again = new AbortController();
  const returned = sendRtmp({ port: back.rtmpPort, key: KEY, speed: 2, signal: again.signal });
  await poll(() => Promise.all([back, two].map(stateOf))).toEqual(["live", "live"]);
  again.abort();
  await returned;
});

it("ends a broadcast when staff stop it or give the channel another key", async () => {
  const one = await startServer("one");
  await giveKey();
  const first = sendRtmp({ port: one.rtmpPort, key: KEY, speed: 2 });
  await poll(() => stateOf(one)).toBe("live");
  await giveKey("f".repeat(32));
  expect(await first).toMatchObject({ outcome: "closed" });
  await poll(() => stateOf(one)).toBe("rerun");
  // Someone who has seen the former key gets no further.
  expect(await sendRtmp({ port: one.rtmpPort, key: KEY })).toMatchObject({ outcome: "refused" });
  expect((await studioOf(one)).rejection).toMatchObject({ reason: "wrong-key" });

  const second = sendRtmp({ port: one.rtmpPort, key: "f".repeat(32), speed: 2 });
  await poll(() => stateOf(one)).toBe("live");
  await test.admin`update public.broadcasts set stop_at = now() where ended_at is null`;
  expect(await second).toMatchObject({ outcome: "closed" });
  // Encoders connect again by themselves.
  expect(await sendRtmp({ port: one.rtmpPort, key: "f".repeat(32) })).toMatchObject({
    outcome: "refused",
  });
  expect((await studioOf(one)).rejection).toMatchObject({ reason: "stopped" });
});

it("opens and closes the port of every server as staff decide", async () => {
  const one = await startServer("one", { isPortSet: false });
  await giveKey();
  const send = (port: number) => sendRtmp({ port, key: KEY, speed: 2 });
  await expect(send(one.rtmpPort)).rejects.toThrow("ECONNREFUSED");
  const taken = createServer().listen(0, "::");
  await once(taken, "listening");
  const two = await startServer("two", { isPortSet: false, rtmpPort: portOf(taken) });

  await test.admin`update public.studio_state set accepts_encoders = true`;
  await poll(async () => (await studioOf(two)).portProblem).toBe("in-use");
  await expect.poll(() => connects(one.rtmpPort)).toBe(true);
  const sending = send(one.rtmpPort);
  await poll(() => Promise.all([one, two].map(stateOf))).toEqual(["live", "live"]);
  expect(await studioOf(one)).toMatchObject({ acceptsEncoders: true, portProblem: null });

  await test.admin`update public.studio_state set accepts_encoders = false`;
  expect(await sending).toMatchObject({ outcome: "closed" });
  await poll(() => Promise.all([one, two].map(stateOf))).toEqual(["rerun", "rerun"]);
  const ended =
    await test.admin`select end_reason as reason, recorded_bytes::int as bytes from public.broadcasts`;
  expect(ended).toEqual([{ reason: "staff", bytes: expect.any(Number) }]);
  await poll(async () => (await studioOf(two)).portProblem).toBeNull();
  taken.close();
  const { rtmpPort } = await startServer("three");
  await expect(send(rtmpPort)).rejects.toThrow("ECONNREFUSED");
});

function portOf(server: NetServer): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It does not listen");
  return address.port;
}

async function connects(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

it("takes a broadcast from a browser in numbered pieces, by whichever server", async () => {
  const [one, two] = [await startServer("one"), await startServer("two")];
  const recording = await recordingOf("mp4", threeSecondEvents());
  const post = (server: Server, path: string, body: Uint8Array | null = null, token = "staff") =>
    fetch(`${server.url}${INGEST_PATH}/english/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: body && new Uint8Array(body),
    });
  expect((await post(one, "start", null, "visitor")).status).toBe(401);
  expect((await post(one, "pieces/0?session=none", recording)).status).toBe(410);
  const started: { session: string; next: number } = await (await post(one, "start")).json();
  expect(started.next).toBe(0);
  const half = Math.ceil(recording.length / 2);
  const piece = (number: number) => `pieces/${number}?session=${started.session}`;
  const early = await post(one, piece(1), recording.subarray(half));
  expect([early.status, await early.json()]).toEqual([409, { next: 0 }]);
  expect(await (await post(one, piece(0), recording.subarray(0, half))).json()).toMatchObject({
    next: 1,
  });
  await poll(async () => (await studioOf(two)).broadcast?.via).toBe("browser");
  expect(await (await post(two, piece(1), recording.subarray(half))).json()).toMatchObject({
    next: 2,
  });
  expect((await post(two, "start")).status).toBe(409);
  await poll(() => stateOf(one)).toBe("live");
  expect((await post(one, `end?session=${started.session}`)).status).toBe(204);
  await poll(() => stateOf(one)).toBe("rerun");
});
