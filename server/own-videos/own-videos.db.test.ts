import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import { BufferSource, Input, MP4 } from "mediabunny";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import type { MediaEvent } from "@reign-tv/ingest/media-event.ts";
import {
  AAC_MONO,
  AVC_480P,
  AVC_720P,
  fakePackets,
} from "@reign-tv/ingest/testing/fake-encoder.ts";
import { filmEvents } from "@reign-tv/ingest/testing/film-events.ts";
import { recordSegments } from "@reign-tv/ingest/testing/segment-recorder.ts";
import { openRecordings, type Recordings } from "#server/ingest/recordings.ts";
import {
  OWN_VIDEOS_PATH,
  ownVideoFactsSchema,
  ownVideoSegmentsSchema,
  type StudioOwnVideo,
  studioOwnVideoSchema,
  studioOwnVideosSchema,
} from "#shared/contracts/own-videos.ts";
import { startTestBackend } from "#tests/support/test-backend.ts";
import type { TestBackend } from "@reign-tv/backend/testing";
import { openOwnVideos, type OwnVideosService } from "./open-own-videos.ts";
import { ownVideosDeps } from "./own-video-server.fixture.ts";

const FILM = join(import.meta.dirname, "../../media/clips/clip-an-appointed-time.mp4");
const STARTED_MS = Date.parse("2026-11-22T09:00:00Z");
const FACTS = { language: "en", category: "sermons", title: "Come home", speaker: "Ann" };
/** Segments of the recording, in seconds. */
const SEGMENT = 4.8;

let backend: TestBackend;
let token = "";
let otherToken = "";
let folder = "";
let recordings: Recordings;
let broadcast = "";
let recording = "";
let service: OwnVideosService;
let app: Hono;
let isLive = false;
let freeBytes = 50_000_000_000;
const views = { count: vi.fn() };
const onPublish = vi.fn();

async function signUpStaff(email: string, permissions: string[]): Promise<string> {
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false },
  });
  const { data } = await client.auth.signUp({ email, password: "green pastures 23" });
  await backend.admin`
    insert into public.staff (user_id, permissions) values (${data.user?.id ?? ""}, ${permissions})`;
  return data.session?.access_token ?? "";
}

async function record(): Promise<void> {
  const [row] = await backend.admin<{ id: string }[]>`
    insert into public.broadcasts (channel, server, address, via, started_at, ended_at, end_reason)
    values ('english', 'one', 'http://10.0.0.1', 'rtmp', ${new Date(STARTED_MS)}, now(), 'encoder')
    returning id::text`;
  broadcast = row?.id ?? "";
  await backend.admin`
    insert into public.broadcast_chapters (broadcast, at, title) values
      (${broadcast}, ${new Date(STARTED_MS - 4_000)}, ''),
      (${broadcast}, ${new Date(STARTED_MS + 6_000)}, 'Sermon'),
      (${broadcast}, ${new Date(STARTED_MS + 8_000)}, '')`;
  const recorder = recordSegments({ startedAt: STARTED_MS });
  await recorder.push(...(await filmEvents("clip-an-appointed-time.mp4")));
  await recorder.flush();
  const named = { id: broadcast, channel: "english", startedAtMs: STARTED_MS, entries: [] };
  const store = await recordings.open(named, ["english"], () => undefined);
  for (const segment of recorder.segments) await store.append(segment);
  recordings.close(broadcast);
  recording = (await recordings.list("english"))[0]?.id ?? "";
}

/**
 * Records what an encoder sends that connects several times, each time for some seconds.
 *
 * @param pictures parameters of the picture of each connection.
 */
async function recordDrops(pictures: readonly Uint8Array[]): Promise<string> {
  const named = { id: "77", channel: "french", startedAtMs: STARTED_MS, entries: [] };
  for (const description of pictures) {
    const store = await recordings.open(named, ["french"], () => undefined);
    const entries = store.recorded();
    const recorder = recordSegments({
      startedAt: STARTED_MS + entries.length * 10_000,
      firstNumber: entries.length,
      firstInitId: entries.reduce((next, { initId }) => Math.max(next, initId + 1), 0),
    });
    const configs: MediaEvent[] = [
      { kind: "video-config", codec: "avc", description },
      { kind: "audio-config", codec: "aac", description: AAC_MONO },
    ];
    await recorder.push(...configs, ...fakePackets({ seconds: 3 }));
    await recorder.flush();
    for (const segment of recorder.segments) await store.append(segment);
    recordings.close("77");
  }
  return (await recordings.list("french"))[0]?.id ?? "";
}

async function start(): Promise<void> {
  service = await openOwnVideos({
    ...ownVideosDeps(backend, folder, null),
    server: { id: "one", address: "http://127.0.0.1:1" },
    views,
    fetch: () => Promise.reject(new Error("no peer")),
    onPublish,
    freeBytes: () => Promise.resolve(freeBytes),
  });
  app = new Hono();
  for (const routes of service.start({ recordings, isLive: () => isLive })) app.route("/", routes);
}

beforeAll(async () => {
  backend = await startTestBackend({ isEmpty: true });
  folder = await mkdtemp(join(tmpdir(), "reign-own-videos-"));
  token = await signUpStaff("ann@example.test", ["videos"]);
  otherToken = await signUpStaff("ben@example.test", ["channels"]);
  recordings = await openRecordings({ folder: join(folder, "recordings"), maxGigabytes: 1 });
  await record();
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  isLive = false;
  freeBytes = 50_000_000_000;
  await start();
});
afterEach(() => service.close());

function ask(path: string, init: RequestInit = {}, as = token): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${as}`);
  return Promise.resolve(app.request(`${OWN_VIDEOS_PATH}${path}`, { ...init, headers }));
}
const post = (path: string, body: object = {}): Promise<Response> =>
  ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const videoOf = async (response: Response): Promise<StudioOwnVideo> =>
  v.parse(studioOwnVideoSchema, await response.json());
const codeOf = async (response: Response): Promise<unknown> => {
  const { code } = v.parse(v.looseObject({ code: v.string() }), await response.json());
  return [response.status, code];
};
const media = (path: string, init?: RequestInit) =>
  Promise.resolve(app.request(`/media/own/${path}`, init));
const fromRecording = (more: object = {}) =>
  post("/from-recording", { channel: "english", recording, facts: FACTS, ...more });
const filesOf = (id: string): Promise<string[]> => readdir(join(folder, "own-videos", id));

async function secondsOf(bytes: ArrayBuffer): Promise<number> {
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  return await input.computeDuration();
}

describe("a video of a recording", () => {
  it("is ready at once, is trimmed and published, and outlives the recording", async () => {
    const listed = await (await ask("/recordings")).json();
    expect(listed).toMatchObject({ recordings: [{ channel: "english", recording, seconds: 24 }] });
    const made = await videoOf(await fromRecording());
    const { id, previewKey } = made;
    expect(made).toMatchObject({
      state: "ready",
      isPublished: false,
      range: { first: 0, last: 4 },
      hasPicture: true,
    });
    expect(made.chapters).toEqual([{ at: 6, title: "Sermon" }]);
    expect((await media(`${id}/video.mp4`)).status).toBe(404);
    expect((await media(`${id}/facts.json?key=${"0".repeat(32)}`)).status).toBe(404);
    const preview = await media(`${id}/video.mp4?key=${previewKey}`);
    expect(preview.headers.get("cache-control")).toBe("no-store");
    expect(await secondsOf(await preview.arrayBuffer())).toBeCloseTo(24, 1);

    const segments = v.parse(ownVideoSegmentsSchema, await (await ask(`/${id}/segments`)).json());
    expect(segments.segments.map(({ at }) => Math.round(at * 10) / 10)).toEqual(
      [0, 1, 2, 3, 4].map((place) => Math.round(place * SEGMENT * 10) / 10),
    );
    expect(segments.marks.map(({ at }) => Math.round(at))).toEqual([0, 6, 8]);
    expect(await codeOf(await post(`/${id}/trim`, { first: 3, last: 9 }))).toEqual([
      400,
      "invalid",
    ]);
    const trimmed = await videoOf(await post(`/${id}/trim`, { first: 1, last: 3 }));
    expect(trimmed.seconds).toBeCloseTo(3 * SEGMENT, 3);
    expect(trimmed.chapters[0]?.at).toBeCloseTo(6 - SEGMENT, 3);

    onPublish.mockClear();
    const published = await videoOf(await post(`/${id}/publish`));
    expect(published).toMatchObject({ isPublished: true, revision: trimmed.revision });
    expect(onPublish).toHaveBeenCalledOnce();
    expect(service.find(id)).toMatchObject({ title: "Come home" });
    expect(await filesOf(id)).not.toContain("0.m4s");
    expect(await codeOf(await post(`/${id}/trim`, { first: 1, last: 2 }))).toEqual([409, "state"]);

    expect(await recordings.remove("english", recording)).toBe(true);
    const address = `${id}/video.mp4?v=${published.revision}`;
    const whole = await media(address);
    expect(whole.headers.get("cache-control")).toContain("immutable");
    expect(whole.headers.get("content-length")).toBe(String(published.files.video));
    const bytes = await whole.arrayBuffer();
    expect(bytes.byteLength).toBe(published.files.video);
    expect(await secondsOf(bytes)).toBeCloseTo(3 * SEGMENT, 1);
    const part = await media(address, { headers: { range: "bytes=1000-300000" } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(
      Buffer.from(bytes).subarray(1_000, 300_001),
    );
    const head = await media(`${id}/sound.m4a`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(published.files.sound));
    const sound = await (await media(`${id}/sound.m4a`)).arrayBuffer();
    expect(sound.byteLength).toBe(published.files.sound);
    expect(await secondsOf(sound)).toBeCloseTo(3 * SEGMENT, 1);
    const etag = whole.headers.get("etag") ?? "";
    expect((await media(address, { headers: { "if-none-match": etag } })).status).toBe(304);

    const playlist = await (await media(`${id}/picture.m3u8`)).text();
    expect(playlist).toContain("#EXT-X-ENDLIST");
    const names = playlist.match(/^\d+\.m4s$/gm);
    expect(names).toEqual(["1.m4s", "2.m4s", "3.m4s"]);
    for (const name of [...(names ?? []), "init-0.mp4", "2.audio.m4s"]) {
      expect((await media(`${id}/${name}`)).status).toBe(200);
    }
    for (const name of ["4.m4s", "segments.json", "..%2fsegments.json", "upload.part", "x.mp4"]) {
      expect((await media(`${id}/${name}`)).status).toBe(404);
    }
    expect(await (await media(`${id}/index.m3u8`)).text()).toContain("sound.m3u8");
    const facts = v.parse(ownVideoFactsSchema, await (await media(`${id}/facts.json`)).json());
    expect(facts).toMatchObject({ speaker: "Ann", files: published.files });
    await media(`${id}/views`, { method: "POST" });
    expect(views.count).toHaveBeenCalledWith(id, expect.any(String));

    expect((await ask(`/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await media(`${id}/video.mp4`)).status).toBe(404);
    expect(service.find(id)).toBeNull();
    await expect.poll(() => filesOf(id).catch(() => "gone")).toBe("gone");
    await expect.poll(() => backend.admin`select id from public.own_videos`).toEqual([]);
    await record();
  });

  it("is the whole of a recording whose encoder dropped, and the longest part of one that changed its picture", async () => {
    const named = { id: "77", channel: "french", startedAtMs: STARTED_MS, entries: [] };
    const makeOf = async (pictures: readonly Uint8Array[]) => {
      const request = { channel: "french", recording: await recordDrops(pictures) };
      const sound = await recordings.soundFile(named);
      const made = await videoOf(await fromRecording(request));
      const segments = v.parse(
        ownVideoSegmentsSchema,
        await (await ask(`/${made.id}/segments`)).json(),
      );
      const { first = 0, last = -1 } = made.range ?? {};
      const formats = segments.segments.map(({ format }) => format);
      const file = await media(`${made.id}/video.mp4?key=${made.previewKey}`);
      const whole = { first: 0, last: formats.length - 1 };
      const rejection = await fromRecording({ ...request, range: whole });
      await recordings.remove("french", request.recording);
      return {
        parts: formats.length,
        used: last - first + 1,
        formats: new Set(formats).size,
        hasSoundFile: (sound?.bytes ?? 0) > 10_000,
        isWhole: Math.abs((await secondsOf(await file.arrayBuffer())) - made.seconds) < 0.2,
        wholeRange: rejection.status,
      };
    };
    const twenty = Array.from({ length: 21 }, () => AVC_720P);
    const all = { hasSoundFile: true, isWhole: true };
    expect(await makeOf(twenty)).toEqual({
      ...all,
      parts: 42,
      used: 42,
      formats: 1,
      wholeRange: 200,
    });
    expect(await makeOf([AVC_480P, AVC_720P, AVC_720P, AVC_480P])).toEqual({
      ...all,
      parts: 8,
      used: 4,
      formats: 2,
      wholeRange: 409,
    });
    const rows = await backend.admin<{ id: string }[]>`select id from public.own_videos`;
    for (const { id } of rows) await ask(`/${id}`, { method: "DELETE" });
    await expect.poll(() => backend.admin`select id from public.own_videos`).toEqual([]);
  });

  it("gets a poster, captions and other facts, and none that cannot be read", async () => {
    const { id } = await videoOf(await fromRecording());
    const image = await sharp({
      create: { width: 900, height: 900, channels: 3, background: "purple" },
    })
      .png()
      .toBuffer();
    const put = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
      ask(`/${id}/${path}`, { method: "PUT", body });
    expect(await codeOf(await put("poster", "<svg onload=alert(1)>"))).toEqual([422, "unreadable"]);
    expect(await codeOf(await put("captions/en", "<b>no</b>"))).toEqual([422, "unreadable"]);
    expect(await codeOf(await put("captions/xx", "WEBVTT"))).toEqual([400, "invalid"]);
    expect((await videoOf(await put("poster", new Uint8Array(image)))).hasPoster).toBe(true);
    const srt = "1\n00:00:01,000 --> 00:00:02,000\n<b>Peace</b>\n";
    expect((await videoOf(await put("captions/en", srt))).captions).toEqual(["en"]);
    const change = (changes: object) =>
      ask(`/${id}`, { method: "PATCH", body: JSON.stringify(changes) });
    expect(await codeOf(await change({ category: "none" }))).toEqual([400, "invalid"]);
    expect(await codeOf(await change({ html: "x" }))).toEqual([400, "invalid"]);
    expect((await videoOf(await change({ title: "" }))).title).toBe("");
    expect(await codeOf(await post(`/${id}/publish`))).toEqual([409, "no-title"]);
    const chapters = [{ at: 1, title: "Song" }];
    expect(
      await videoOf(await change({ title: "Peace", show: "sermons", chapters })),
    ).toMatchObject({
      title: "Peace",
      show: "sermons",
      chapters,
    });
    await post(`/${id}/publish`);
    await expect.poll(() => service.find(id)?.files.episode, { timeout: 20_000 }).toBeTruthy();
    const head = await media(`${id}/episode.m4a`, { method: "HEAD" });
    expect(head.headers.get("content-type")).toBe("audio/x-m4a");
    const episode = await (await media(`${id}/episode.m4a`)).arrayBuffer();
    expect(head.headers.get("content-length")).toBe(String(episode.byteLength));
    expect(service.find(id)?.files.episode).toBe(episode.byteLength);
    expect(await secondsOf(episode)).toBeCloseTo(24, 1);
    const poster = Buffer.from(await (await media(`${id}/poster.webp`)).arrayBuffer());
    expect(await sharp(poster).metadata()).toMatchObject({ format: "webp", width: 1_280 });
    expect(await (await media(`${id}/captions.en.vtt`)).text()).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nPeace\n",
    );
    await ask(`/${id}/captions/en`, { method: "DELETE" });
    expect((await media(`${id}/captions.en.vtt`)).status).toBe(404);
    await ask(`/${id}`, { method: "DELETE" });
  });

  it("is for staff for videos, of recordings that are there, while there is space", async () => {
    expect((await app.request(OWN_VIDEOS_PATH)).status).toBe(401);
    expect((await ask("", {}, otherToken)).status).toBe(403);
    expect(await codeOf(await fromRecording({ recording: "99-abc" }))).toEqual([404, "not-found"]);
    expect(await codeOf(await fromRecording({ recording: "../x" }))).toEqual([400, "invalid"]);
    expect(await codeOf(await fromRecording({ range: { first: 2, last: 1 } }))).toEqual([
      400,
      "invalid",
    ]);
    freeBytes = 500_000_000;
    expect(await codeOf(await fromRecording())).toEqual([507, "disk"]);
    freeBytes = 50_000_000_000;
    const large = { bytes: 2_000_000_000, facts: FACTS };
    expect(await codeOf(await post("", large))).toEqual([507, "quota"]);
    expect(await codeOf(await post("", { ...large, bytes: 5_000_000_000 }))).toEqual([
      413,
      "too-large",
    ]);
    expect(await codeOf(await ask("/clip-own-000000000000"))).toEqual([404, "not-found"]);
    await expect.poll(() => backend.admin`select id from public.own_videos`).toEqual([]);
  });
});

describe("an upload", () => {
  const sendPart = (id: string, offset: number, body: BodyInit, file = "upload") =>
    ask(`/${id}/${file}`, {
      method: "PATCH",
      headers: {
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
        "tus-resumable": "1.0.0",
      },
      body,
      duplex: "half",
    } as RequestInit);
  const stateOf = async (id: string) => (await videoOf(await ask(`/${id}`))).state;

  async function startUpload(bytes: number): Promise<string> {
    return (await videoOf(await post("", { bytes, facts: FACTS }))).id;
  }

  /** Bytes whose connection is cut. */
  function cut(bytes: Uint8Array): ReadableStream<Uint8Array> {
    let isSent = false;
    return new ReadableStream(
      {
        pull(controller) {
          if (isSent) controller.error(new Error("cut"));
          else controller.enqueue(bytes);
          isSent = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  it("goes on after each cut where it ended, and is packaged", async () => {
    const film = new Uint8Array(await readFile(FILM));
    const id = await startUpload(film.length);
    const step = Math.ceil(film.length / 10);
    let sent = 0;
    for (let count = 0; count < 20; count++) {
      const head = await ask(`/${id}/upload`, { method: "HEAD" });
      const offset = Number(head.headers.get("upload-offset"));
      if (offset === film.length) break;
      const part = film.slice(offset, offset + step);
      sent += part.length;
      expect((await sendPart(id, offset, count % 2 === 0 ? cut(part) : part)).status).toBe(204);
    }
    expect(sent).toBe(film.length);
    const head = await ask(`/${id}/upload`, { method: "HEAD" });
    expect(head.headers.get("upload-offset")).toBe(String(film.length));
    expect((await sendPart(id, 0, film.slice(0, 9))).status).toBe(409);
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("ready");
    await post(`/${id}/publish`);
    const video = await (await media(`${id}/video.mp4`)).arrayBuffer();
    expect(await secondsOf(video)).toBeCloseTo(24, 1);
    await expect.poll(() => filesOf(id)).not.toContain("upload.part");
    expect(await filesOf(id)).not.toContain("packaging");
    await ask(`/${id}`, { method: "DELETE" });
  });

  it("fails with its reason, takes no bytes beyond its size, and is tried again", async () => {
    const id = await startUpload(1_000);
    expect((await sendPart(id, 5, "x")).status).toBe(409);
    expect((await sendPart(id, 0, new Uint8Array(3_000))).headers.get("upload-offset")).toBe(
      "1000",
    );
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("failed");
    expect(await videoOf(await ask(`/${id}`))).toMatchObject({ problem: "not-media" });
    expect(await codeOf(await post(`/${id}/publish`))).toEqual([409, "state"]);
    expect((await media(`${id}/video.mp4`)).status).toBe(404);
    expect((await videoOf(await post(`/${id}/retry`))).problem).toBeNull();
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("failed");
    await ask(`/${id}`, { method: "DELETE" });
  });

  it("waits while a channel is live, goes on after a restart, and ends after a day", async () => {
    isLive = true;
    const film = new Uint8Array(await readFile(FILM));
    const id = await startUpload(film.length);
    const other = await startUpload(1_000);
    await sendPart(id, 0, film);
    expect(await stateOf(id)).toBe("checking");
    await service.close();
    isLive = false;
    await backend.admin`
      update public.own_videos set created_at = now() - interval '25 hours' where id = ${other}`;
    await start();
    await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe("ready");
    await expect.poll(() => filesOf(other).catch(() => "gone")).toBe("gone");
    const all = v.parse(studioOwnVideosSchema, await (await ask("")).json());
    expect(all.videos.map((video) => video.id)).toEqual([id]);
    expect(all.space.usedBytes).toBeGreaterThan(film.length);

    const sendLow = async (bytes: Uint8Array<ArrayBuffer>) => {
      expect((await post(`/${id}/low`, { bytes: bytes.length })).status).toBe(200);
      expect((await sendPart(id, 0, bytes, "low/upload")).status).toBe(204);
      const isOver = async () => (await videoOf(await ask(`/${id}`))).lowUpload === null;
      await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
      return (await videoOf(await ask(`/${id}`))).files.low;
    };
    expect(await sendLow(film.slice(0, 50_000))).toBeNull();
    expect(await sendLow(film)).toBe(film.length);
    const { previewKey } = await videoOf(await ask(`/${id}`));
    const lowStatus = async () => (await media(`${id}/low.mp4?key=${previewKey}`)).status;
    expect(await lowStatus()).toBe(200);
    const trimmed = await videoOf(await post(`/${id}/trim`, { first: 0, last: 1 }));
    expect([trimmed.files.low, await lowStatus()]).toEqual([null, 404]);
    await ask(`/${id}`, { method: "DELETE" });
  });
});
