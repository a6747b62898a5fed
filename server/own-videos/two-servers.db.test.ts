import { cp, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeS3, startFakeS3, type TestBackend } from "@reign-tv/backend/testing";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";
import { DAY_MS } from "@reign-tv/kit/durations.ts";
import { createClientAddress } from "@reign-tv/kit/http/client-address.ts";
import { checkOwnVideos } from "#scripts/doctor/check-own-videos.ts";
import { NEVER_ON_AIR } from "#server/live/on-air.ts";
import { createPodcastRoutes } from "#server/podcasts/podcast-routes.ts";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { startTestBackend } from "#tests/support/test-backend.ts";
import { ownVideoMedia } from "./own-video-media.ts";
import {
  addStaff,
  type OwnVideoServer,
  startOwnVideoServer,
  videoOf,
} from "./own-video-server.fixture.ts";

const FILM = join(import.meta.dirname, "../../media/clips/clip-an-appointed-time.mp4");
const FACTS = { language: "en", category: "sermons", title: "Peace" };

let backend: TestBackend;
let staff: { token: string };
let folder = "";
let ports: { one: number; two: number };
const running: OwnVideoServer[] = [];

beforeAll(async () => {
  backend = await startTestBackend({ isEmpty: true });
  staff = await addStaff(backend, "ann@example.test");
  folder = await mkdtemp(join(tmpdir(), "reign-two-servers-"));
  ports = { one: await freePort(), two: await freePort() };
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  await backend.admin`delete from public.own_videos`;
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  name: "one" | "two",
  options: Partial<Omit<Parameters<typeof startOwnVideoServer>[0], "backend" | "staff">> = {},
): Promise<OwnVideoServer> {
  const { id = `${name}.example:${name}`, port = ports[name] } = options;
  const dataDir = join(folder, name);
  const server = await startOwnVideoServer({ ...options, backend, staff, dataDir, id, port });
  running.push(server);
  return server;
}

async function end(server: OwnVideoServer): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.close();
}

const media = ({ url }: OwnVideoServer, path: string, init?: RequestInit) =>
  fetch(`${url}/media/own/${path}`, init);
const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer());
const codeOf = async (response: Response): Promise<unknown[]> => {
  const { code }: { code?: unknown } = await response.json();
  return [response.status, code];
};
const stateOf = async (server: OwnVideoServer, id: string) => (await server.read(id)).state;
const filesOf = (server: OwnVideoServer, id: string) =>
  readdir(server.folderOf(id)).catch(() => "gone");

describe("two servers on one database", () => {
  it("serve the files of the other, whole, in parts and by their headers", async () => {
    const [one, two] = [await start("one"), await start("two")];
    const { id } = await one.makeVideo();
    await expect.poll(() => stateOf(two, id)).toBe("ready");
    const image = await sharp({
      create: { width: 640, height: 360, channels: 3, background: "purple" },
    })
      .png()
      .toBuffer();
    const put = { method: "PUT", body: new Uint8Array(image) };
    expect((await videoOf(await two.ask(`/${id}/poster`, put))).hasPoster).toBe(true);
    expect((await two.post(`/${id}/publish`)).status).toBe(200);
    await expect.poll(() => two.service.find(id)?.id).toBe(id);
    await expect.poll(() => one.service.find(id)?.id).toBe(id);

    for (const name of ["video.mp4", "sound.m4a", "1.m4s", "init-0.mp4", "poster.webp"]) {
      const [own, other] = [await media(one, `${id}/${name}`), await media(two, `${id}/${name}`)];
      for (const header of ["content-type", "content-length", "etag", "cache-control"]) {
        expect([name, other.headers.get(header)]).toEqual([name, own.headers.get(header)]);
      }
      expect(other.headers.get("access-control-allow-origin")).toBe("*");
      expect((await bytesOf(other)).equals(await bytesOf(own))).toBe(true);
    }
    const whole = await bytesOf(await media(one, `${id}/video.mp4`));
    const part = await media(two, `${id}/video.mp4`, { headers: { range: "bytes=1000-200000" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 1000-200000/${whole.length}`,
    ]);
    expect((await bytesOf(part)).equals(whole.subarray(1_000, 200_001))).toBe(true);
    const beyond = { headers: { range: `bytes=${whole.length}-` } };
    expect((await media(two, `${id}/video.mp4`, beyond)).status).toBe(416);
    const head = await media(two, `${id}/video.mp4`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(whole.length));
    const known = { headers: { "if-none-match": head.headers.get("etag") ?? "" } };
    expect((await media(two, `${id}/video.mp4`, known)).status).toBe(304);

    const playlist = await media(two, `${id}/picture.m3u8`);
    expect(playlist.headers.get("content-encoding")).toMatch(/^(?:br|gzip)$/);
    expect(await playlist.text()).toBe(await (await media(one, `${id}/picture.m3u8`)).text());
    expect((await media(two, `${id}/9.m4s`)).status).toBe(404);
    const poster = two.service.posterOf(id);
    expect(
      (await poster?.read())?.equals(await readFile(join(one.folderOf(id), "poster.webp"))),
    ).toBe(true);
    const loop = { headers: { "x-reign-tv-peer": "another" } };
    expect((await media(two, `${id}/video.mp4`, loop)).status).toBe(404);
  });

  it("take uploads for the other, and delete its videos", async () => {
    const [one, two] = [await start("one"), await start("two")];
    const film = new Uint8Array(await readFile(FILM));
    const { id } = await videoOf(await one.post("", { bytes: film.length, facts: FACTS }));
    await expect.poll(() => stateOf(two, id)).toBe("uploading");
    const half = Math.ceil(film.length / 2);
    const taken = await two.sendPart(id, 0, film.slice(0, half));
    expect([taken.status, taken.headers.get("upload-offset")]).toEqual([204, String(half)]);
    for (const server of [one, two]) {
      const head = await server.ask(`/${id}/upload`, { method: "HEAD" });
      expect(head.headers.get("upload-offset")).toBe(String(half));
      expect(head.headers.get("upload-length")).toBe(String(film.length));
    }
    expect((await two.read(id)).upload).toEqual({ bytes: film.length, received: half });
    expect((await two.sendPart(id, 5, film.slice(5, 9))).status).toBe(409);
    expect((await one.sendPart(id, half, film.slice(half))).status).toBe(204);
    await expect.poll(() => stateOf(two, id)).toBe("ready");
    expect(await filesOf(two, id)).toBe("gone");

    expect((await two.post(`/${id}/publish`)).status).toBe(200);
    const changed = await two.ask(`/${id}`, { method: "PATCH", body: '{"title":"Hope"}' });
    expect((await videoOf(changed)).title).toBe("Hope");
    expect((await videoOf(await two.post(`/${id}/unpublish`))).isPublished).toBe(false);
    expect((await two.ask(`/${id}`, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => filesOf(one, id)).toBe("gone");
    await expect.poll(() => backend.admin`select id from public.own_videos`).toEqual([]);
  });

  it("keep what arrived of a part whose connection to the other is cut", async () => {
    const [one, two] = [await start("one"), await start("two")];
    const film = new Uint8Array(await readFile(FILM));
    const { id } = await videoOf(await one.post("", { bytes: film.length, facts: FACTS }));
    await expect.poll(() => stateOf(two, id)).toBe("uploading");
    const first = film.slice(0, 100_000);
    const cut = new AbortController();
    const path = join(one.folderOf(id), "upload.part");
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(first);
        await expect
          .poll(async () => (await readFile(path).catch(() => first.slice(0, 0))).length)
          .toBe(first.length);
        cut.abort();
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "PATCH",
      headers: { "content-type": "application/offset+octet-stream", "upload-offset": "0" },
      body,
      duplex: "half",
      signal: cut.signal,
    };
    await expect(two.ask(`/${id}/upload`, init)).rejects.toThrow(/abort/);
    const head = await two.ask(`/${id}/upload`, { method: "HEAD" });
    expect(head.headers.get("upload-offset")).toBe(String(first.length));
  });

  it("say that the other does not answer, and lose nothing", async () => {
    const [one, two] = [await start("one"), await start("two")];
    const film = new Uint8Array(await readFile(FILM));
    const { id } = await one.makeVideo();
    const removed = await one.makeVideo();
    await one.post(`/${id}/publish`);
    const { id: upload } = await videoOf(await one.post("", { bytes: film.length, facts: FACTS }));
    await one.sendPart(upload, 0, film.slice(0, 1_000));
    await expect.poll(() => two.service.find(id)?.id).toBe(id);
    await expect.poll(() => stateOf(two, upload)).toBe("uploading");
    await end(one);

    const away = await media(two, `${id}/video.mp4`);
    expect(await codeOf(away)).toEqual([503, "unavailable"]);
    expect(away.headers.get("cache-control")).toBe("no-store");
    expect(away.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await media(two, `${id}/video.mp4`, { method: "HEAD" })).status).toBe(503);
    expect((await media(two, `${id}/facts.json`)).status).toBe(200);
    await expect(two.service.posterOf(id)?.read()).resolves.toBeNull();
    const calls = [
      two.sendPart(upload, 1_000, film.slice(1_000)),
      two.ask(`/${id}/segments`),
      two.post(`/${removed.id}/publish`),
      two.post(`/${id}/low`, { bytes: 1_000 }),
    ];
    for (const call of calls) expect(await codeOf(await call)).toEqual([503, "unavailable"]);
    expect((await two.ask(`/${upload}/upload`, { method: "HEAD" })).status).toBe(503);
    expect((await two.read(id)).isPublished).toBe(true);
    expect((await two.ask(`/${removed.id}`, { method: "DELETE" })).status).toBe(204);
    expect((await two.ask(`/${removed.id}`)).status).toBe(404);

    // Back under another host name and port.
    const back = await start("one", { id: "new.example:one", port: await freePort() });
    await expect.poll(async () => (await media(two, `${id}/video.mp4`)).status).toBe(200);
    const head = await two.ask(`/${upload}/upload`, { method: "HEAD" });
    expect(head.headers.get("upload-offset")).toBe("1000");
    expect((await two.sendPart(upload, 1_000, film.slice(1_000))).status).toBe(204);
    await expect.poll(() => stateOf(two, upload)).toBe("ready");
    await expect.poll(() => filesOf(back, removed.id)).toBe("gone");
  });
});

describe("after a restore", () => {
  const rowOf = async (id: string) => {
    const [row] = await backend.admin<{ server: string; title: string }[]>`
      select server, title from public.own_videos where id = ${id}`;
    return row?.server;
  };

  async function published(server: OwnVideoServer): Promise<StudioOwnVideo> {
    const { id } = await server.makeVideo();
    return videoOf(await server.post(`/${id}/publish`));
  }

  it("a video without its files is shown to staff alone, until they are back", async () => {
    const before = await start("one", { isAlone: true });
    const { id, publishedAt } = await published(before);
    const draft = await before.makeVideo();
    await end(before);
    const aside = join(folder, "aside");
    await rename(join(folder, "one", "own-videos"), aside);

    const after = await start("one", { id: "new.example:new", isAlone: true });
    const lost = { state: "failed", problem: "files-missing", isPublished: false };
    await expect.poll(() => after.read(id)).toMatchObject(lost);
    await expect.poll(() => after.read(draft.id)).toMatchObject(lost);
    expect(after.service.list()).toEqual([]);
    for (const name of ["video.mp4", "facts.json", "index.m3u8", "poster.webp"]) {
      expect((await media(after, `${id}/${name}`)).status).toBe(404);
    }
    for (const call of ["publish", "retry", "trim"]) {
      expect((await after.post(`/${id}/${call}`, { first: 0, last: 1 })).status).toBe(409);
    }
    const all: { space: { usedBytes: number } } = await (await after.ask("")).json();
    expect(all.space.usedBytes).toBe(0);

    // The server looks every five seconds, and after each change.
    const change = () => after.ask(`/${id}`, { method: "PATCH", body: '{"speaker":"Ann"}' });
    await rename(join(aside, id), after.folderOf(id));
    await change();
    const whole = { state: "ready", problem: null, isPublished: true, publishedAt };
    await expect.poll(() => after.read(id)).toMatchObject(whole);
    expect((await media(after, `${id}/video.mp4`)).status).toBe(200);
    await rename(join(aside, draft.id), after.folderOf(draft.id));
    await change();
    await expect
      .poll(() => after.read(draft.id))
      .toMatchObject({ ...whole, isPublished: false, publishedAt: null });
    expect((await after.ask(`/${id}`, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => filesOf(after, id)).toBe("gone");
  });

  it("a server of several has the videos whose files it got, and no other", async () => {
    const one = await start("one");
    const [restored, other] = [await published(one), await published(one)];
    await end(one);
    const config = {
      DATA_DIR: join(folder, "two"),
      OWN_VIDEOS_DIR: undefined,
      BACKUP_OWN_VIDEOS: true,
    };
    const unknown = "clip-own-0123456789ab";
    const two = join(folder, "two", "own-videos");
    for (const id of [restored.id, unknown]) {
      await cp(one.folderOf(restored.id), join(two, id), { recursive: true });
    }
    await ownVideoMedia(config).onRestored([restored.id]);
    await ownVideoMedia(config).onRestored([unknown]);
    const server = await start("two");
    expect(await rowOf(restored.id)).toBe("two.example:two");
    expect(await rowOf(other.id)).toBe("one.example:one");
    expect((await media(server, `${restored.id}/video.mp4`)).status).toBe(200);
    expect((await readdir(two)).toSorted()).toEqual([restored.id]);
  });
});

describe("with an S3 store", () => {
  let s3: FakeS3;
  beforeEach(async () => {
    s3 = await startFakeS3();
  });
  afterEach(() => s3.close());

  const objectsOf = (id: string) =>
    [...s3.objects.keys()].flatMap((key) => key.split(`own-videos/${id}/`).slice(1)).toSorted();
  const isStored = async (id: string) => {
    const [row] = await backend.admin<{ stored: boolean }[]>`
      select stored_revision = revision and stored_bytes = bytes as stored
      from public.own_videos where id = ${id}`;
    return row?.stored;
  };
  const stored = (id: string) => expect.poll(() => isStored(id), { timeout: 20_000 }).toBe(true);

  async function publishWithCaptions(server: OwnVideoServer): Promise<string> {
    const { id } = await server.makeVideo();
    await server.ask(`/${id}/captions/en`, {
      method: "PUT",
      body: "WEBVTT\n\n00:01.000 --> 00:02.000\nPeace\n",
    });
    await server.ask(`/${id}`, { method: "PATCH", body: '{"show":"sermons"}' });
    expect((await server.post(`/${id}/publish`)).status).toBe(200);
    await expect.poll(() => server.service.find(id)?.files.episode).toBeTruthy();
    await stored(id);
    return id;
  }

  /** The server's podcasts, which read its files by its address. */
  const podcastsOf = ({ url, service }: OwnVideoServer) =>
    createPodcastRoutes({
      siteUrl: url,
      ministry: testMinistry,
      onAir: NEVER_ON_AIR,
      ownVideos: () => service.list(),
      guidOf: () => Promise.resolve("3f2b8c1e-0d5a-4f8e-9a70-1c2d3e4f5a6b"),
      inProcess: (path, init) => fetch(`${url}${path}`, init),
      countDownload: () => undefined,
      clientAddress: createClientAddress([]),
      now: Date.now,
    });

  /** Ends after a server has looked at all rows. */
  async function looked(server: OwnVideoServer): Promise<void> {
    for (const bytes of [1, 2]) {
      const { id } = await videoOf(await server.post("", { bytes, facts: FACTS }));
      await server.ask(`/${id}`, { method: "DELETE" });
      await expect
        .poll(() => backend.admin`select id from public.own_videos where id = ${id}`)
        .toEqual([]);
    }
  }

  /** What the operator is told. */
  const doctor = (settings: FakeS3["settings"] | null) =>
    checkOwnVideos(
      createClient(backend.url, backend.secretKey, { auth: { persistSession: false } }),
      settings,
    );

  it("another server serves a video whose server is away, and nothing false without the store", async () => {
    const settings = s3.settings;
    const [one, two] = [await start("one", { s3: settings }), await start("two", { s3: settings })];
    const id = await publishWithCaptions(one);
    await expect.poll(() => two.service.find(id)?.files.episode).toBeTruthy();
    const names = [
      "video.mp4",
      "sound.m4a",
      "1.m4s",
      "init-0.mp4",
      "captions.en.vtt",
      "episode.m4a",
    ];
    const before = new Map<string, { body: Buffer; etag: string | null }>();
    for (const name of [...names, "picture.m3u8"]) {
      const response = await media(one, `${id}/${name}`);
      before.set(name, { etag: response.headers.get("etag"), body: await bytesOf(response) });
    }
    const rows = (await filesOf(one, id)).length;
    expect(objectsOf(id)).toHaveLength(rows + 1);
    await end(one);

    for (const [name, { etag, body }] of before) {
      const response = await media(two, `${id}/${name}`);
      expect([name, response.status, response.headers.get("etag")]).toEqual([name, 200, etag]);
      expect((await bytesOf(response)).equals(body)).toBe(true);
    }
    const { body: whole = Buffer.alloc(0), etag = "" } = before.get("video.mp4") ?? {};
    const part = await media(two, `${id}/video.mp4`, { headers: { range: "bytes=1000-200000" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 1000-200000/${whole.length}`,
    ]);
    expect((await bytesOf(part)).equals(whole.subarray(1_000, 200_001))).toBe(true);
    const known = { headers: { "if-none-match": etag ?? "" } };
    expect((await media(two, `${id}/video.mp4`, known)).status).toBe(304);
    const head = await media(two, `${id}/1.m4s`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(before.get("1.m4s")?.body.length));
    expect((await media(two, `${id}/999.m4s`)).status).toBe(404);

    const podcasts = podcastsOf(two);
    const address = `/podcast/episodes/${id}.m4a`;
    const { body: episode = Buffer.alloc(0) } = before.get("episode.m4a") ?? {};
    const feed = await (await podcasts.request("/podcast/sermons.en.xml")).text();
    expect(feed).toContain(`<enclosure url="${two.url}${address}" length="${episode.length}"`);
    const described = await podcasts.request(address, { method: "HEAD" });
    expect(described.headers.get("content-length")).toBe(String(episode.length));
    const heard = await podcasts.request(address, { headers: { range: "bytes=100-199" } });
    expect([heard.status, heard.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-199/${episode.length}`,
    ]);
    expect((await bytesOf(heard)).equals(episode.subarray(100, 200))).toBe(true);

    // An object of another length, and then no store at all.
    const key = `own-videos/${id}/1.m4s`;
    s3.objects.set(key, { bytes: Buffer.from("short"), modifiedAt: new Date() });
    const other = await media(two, `${id}/1.m4s`);
    expect([other.status, other.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(other.headers.get("cache-control")).toBe("no-store");
    await s3.close();
    expect((await media(two, `${id}/captions.en.vtt`)).status).toBe(503);
  });

  it("an upload goes on after a restart, and deleting leaves neither object nor unfinished upload", async () => {
    const one = await start("one", { s3: s3.settings });
    const id = await publishWithCaptions(one);
    await end(one);
    // As a server leaves it that ends while it uploads, with an object of before.
    await backend.admin`
      update public.own_videos set stored_revision = null, stored_bytes = null where id = ${id}`;
    const prefix = `own-videos/${id}/`;
    const kept = s3.objects.get(`${prefix}1.m4s`);
    const lost = ["2.m4s", "files.json", "captions.en.vtt"];
    for (const name of lost) s3.objects.delete(prefix + name);
    s3.objects.set(`${prefix}77.m4s`, { bytes: Buffer.from("old"), modifiedAt: new Date() });
    const [longAgo, now] = [new Date(Date.now() - 2 * DAY_MS), new Date()];
    s3.uploads.set("killed", { key: "own-videos/clip-own-000000000000/0.m4s", begunAt: longAgo });
    s3.uploads.set("backup", { key: "backups/1/base", begunAt: longAgo });
    s3.uploads.set("young", { key: `${prefix}low.mp4`, begunAt: now });
    const back = await start("one", { s3: s3.settings });
    await stored(id);
    expect(objectsOf(id)).toEqual(expect.arrayContaining(lost));
    expect(objectsOf(id)).not.toContain("77.m4s");
    expect(s3.objects.get(`${prefix}1.m4s`)).toBe(kept);
    expect([...s3.uploads.keys()]).toEqual(["backup", "young"]);

    expect((await back.ask(`/${id}/captions/en`, { method: "DELETE" })).status).toBe(200);
    await expect.poll(() => objectsOf(id), { timeout: 20_000 }).not.toContain("captions.en.vtt");
    await stored(id);
    expect((await back.ask(`/${id}`, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => backend.admin`select id from public.own_videos`).toEqual([]);
    expect(objectsOf(id)).toEqual([]);
    expect([...s3.uploads.keys()]).toEqual(["backup"]);
  });

  it("copies wait while a channel is live, and a row stays until its objects are deleted, also while no store is configured", async () => {
    let isLive = true;
    const one = await start("one", { s3: s3.settings, isLive: () => isLive });
    const { id } = await one.makeVideo();
    await looked(one);
    expect(objectsOf(id)).toEqual([]);
    isLive = false;
    expect((await one.post(`/${id}/publish`)).status).toBe(200);
    await stored(id);
    s3.failNext(403);
    expect((await one.ask(`/${id}`, { method: "DELETE" })).status).toBe(204);
    await expect.poll(() => filesOf(one, id)).toBe("gone");
    expect(await backend.admin`select id from public.own_videos`).toHaveLength(1);
    await end(one);
    const without = await start("one");
    await looked(without);
    const waits = { status: "look", text: expect.stringContaining(id) };
    expect(await doctor(null)).toMatchObject([
      { ...waits, hint: expect.stringContaining("Set S3_* again") },
    ]);
    await end(without);
    await start("one", { s3: s3.settings });
    await expect.poll(() => backend.admin`select id from public.own_videos`).toEqual([]);
    expect(objectsOf(id)).toEqual([]);
  });

  it("a lost disk gets its files back, and is missing those that the store lacks too", async () => {
    const options = { isAlone: true, s3: s3.settings };
    const before = await start("one", options);
    const [id, lost] = [await publishWithCaptions(before), await publishWithCaptions(before)];
    const sorted = async (server: OwnVideoServer) =>
      Array.from(await filesOf(server, id)).toSorted();
    const had = await sorted(before);
    const etag = (await media(before, `${id}/1.m4s`)).headers.get("etag");
    await end(before);
    await rm(join(folder, "one", "own-videos"), { recursive: true });
    expect(await doctor(s3.settings)).toMatchObject([{ status: "ok" }]);
    s3.objects.delete(`own-videos/${lost}/1.m4s`);
    const unknown = "clip-own-000000000000";
    s3.objects.set(`own-videos/${unknown}/0.m4s`, {
      bytes: Buffer.from("old"),
      modifiedAt: new Date(),
    });
    expect(await doctor(s3.settings)).toMatchObject([
      { status: "problem", text: expect.stringContaining(lost) },
      { status: "look", text: expect.stringContaining(unknown) },
    ]);

    const after = await start("one", { ...options, id: "new.example:new" });
    expect((await media(after, `${id}/video.mp4`)).status).toBe(200);
    await expect.poll(() => sorted(after), { timeout: 20_000 }).toEqual(had);
    expect((await media(after, `${id}/1.m4s`)).headers.get("etag")).toBe(etag);
    expect((await after.ask(`/${id}/segments`)).status).toBe(200);
    await expect
      .poll(() => after.read(lost), { timeout: 20_000 })
      .toMatchObject({ state: "failed", problem: "files-missing", isPublished: false });
    expect(await stateOf(after, id)).toBe("ready");

    await rm(join(after.folderOf(id), "1.m4s"));
    expect((await media(after, `${id}/1.m4s`)).headers.get("etag")).toBe(etag);
    await end(after);
    const again = await start("one", { ...options, id: "new.example:new" });
    await expect.poll(() => sorted(again), { timeout: 20_000 }).toEqual(had);
    expect(objectsOf(id)).toContain("1.m4s");
  });
});

it("backups take whole videos, without uploads and drafts", () => {
  const { select } = ownVideoMedia({
    DATA_DIR: folder,
    OWN_VIDEOS_DIR: undefined,
    BACKUP_OWN_VIDEOS: true,
  });
  const files = ["0.m4s", "0.audio.m4s", "init-0.mp4", "poster.webp", "captions.en.vtt", "low.mp4"];
  const others = ["upload.part", "low.part", "packaging", ".segments.json.1", "notes.txt"];
  expect(select([...files, ...others])).toEqual([]);
  const taken = select(["poster.webp", "segments.json", ...others, "0.m4s"]);
  expect(taken).toEqual(["0.m4s", "segments.json", "poster.webp"]);
  expect(select(["segments.json", ...files]).toSorted()).toEqual(
    ["segments.json", ...files].toSorted(),
  );
});
