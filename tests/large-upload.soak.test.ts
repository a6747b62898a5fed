import { type ChildProcess, spawn } from "node:child_process";
import { openAsBlob } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { connectCluster } from "@reign-tv/backend/operations";
import {
  freePort,
  makeDataDir,
  printMeasurements,
  removeDataDir,
  startFakeS3,
} from "@reign-tv/backend/testing";
import { waitForExit } from "@reign-tv/kit/process-probe.ts";
import {
  OWN_VIDEO_PART_BYTES,
  OWN_VIDEOS_PATH,
  type StudioOwnVideo,
  studioOwnVideoSchema,
} from "#shared/contracts/own-videos.ts";
import { writeLargeFilm } from "./support/large-film.ts";
import { type ServerEnvironment, serverEnvironment } from "./support/server-environment.ts";
import { waitUntilReady } from "./support/server-process.ts";

const BYTES = 2_000_000_000;
const SECONDS = 7_200;
const CUTS = 20;
/** Every so many parts the connection is cut. */
const PARTS_PER_CUT = 15;
const MEGABYTE = 1_000_000;
const PACKAGING_LIMIT_MS = 600_000;

let dataDir = "";
let film = "";
let place: ServerEnvironment;
let child: ChildProcess;
let token = "";
let id = "";

beforeAll(async () => {
  dataDir = makeDataDir();
  film = join(dataDir, "film.mp4");
  await writeLargeFilm(film, { seconds: SECONDS, bytes: BYTES });
  place = serverEnvironment(await freePort(), dataDir);
  await start();
  token = await signUpStaff();
}, 300_000);
afterAll(async () => {
  await killServer();
  await rm(film, { force: true });
  await removeDataDir(dataDir);
});

async function start(): Promise<void> {
  child = spawn(process.execPath, ["server/main.ts"], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...place.variables },
  });
  await waitUntilReady(place.url, child);
}

async function killServer(): Promise<void> {
  child.kill("SIGKILL");
  await waitForExit(child.pid ?? 0, 60_000);
}

async function signUpStaff(): Promise<string> {
  const site = await (await fetch(`${place.url}/api/site`)).json();
  const { publishableKey } = v.parse(v.object({ publishableKey: v.string() }), site);
  const client = createClient(place.url, publishableKey, { auth: { persistSession: false } });
  const { data } = await client.auth.signUp({
    email: "ann@example.test",
    password: "green pastures 23",
  });
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1 });
  try {
    await sql`
      insert into public.staff (user_id, permissions) values (${data.user?.id ?? ""}, '{videos}')`;
  } finally {
    await sql.end({ timeout: 1 });
  }
  return data.session?.access_token ?? "";
}

function ask(path: string, init: RequestInit & { duplex?: "half" } = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return fetch(`${place.url}${OWN_VIDEOS_PATH}${path}`, { ...init, headers });
}

const read = async (): Promise<StudioOwnVideo> =>
  v.parse(studioOwnVideoSchema, await (await ask(`/${id}`)).json());

async function arrived(): Promise<number> {
  const head = await ask(`/${id}/upload`, { method: "HEAD" });
  return Number(head.headers.get("upload-offset"));
}

/** Memory of the server's process in megabytes: now, or the most that it has had. */
async function memory(field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  const kilobytes = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]);
  return Math.round(kilobytes / 1_000);
}

/** Sends a part, or its first half before a cut. @returns bytes that left, and whether the part has arrived. */
async function sendPart(
  part: Blob,
  offset: number,
  isCut: boolean,
): Promise<{ bytes: number; isWhole: boolean }> {
  const cut = new AbortController();
  let sent = 0;
  const limit = isCut ? part.size / 2 : Infinity;
  const counted = part.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, target) {
        if (sent >= limit) {
          cut.abort();
          return;
        }
        sent += chunk.length;
        target.enqueue(chunk);
      },
    }),
  );
  const response = await ask(`/${id}/upload`, {
    method: "PATCH",
    headers: {
      "content-type": "application/offset+octet-stream",
      "upload-offset": String(offset),
    },
    body: counted,
    duplex: "half",
    signal: cut.signal,
  }).catch(() => null);
  // 409: bytes before a cut may arrive after the answer to HEAD.
  expect(isCut ? [undefined] : [204, 409]).toContain(response?.status);
  return { bytes: sent, isWhole: response?.status === 204 };
}

it("takes 2 GB over 20 cuts, and packages it although the server is killed", async () => {
  const blob = await openAsBlob(film);
  const started = await ask("", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      bytes: blob.size,
      facts: { language: "en", category: "sermons", title: "A long service" },
    }),
  });
  ({ id } = v.parse(studioOwnVideoSchema, await started.json()));
  const before = await memory("VmRSS");
  let uploading = before;
  let sent = 0;
  let cuts = 0;
  let parts = 0;
  for (let offset = 0; offset < blob.size; parts += 1) {
    const isCut = cuts < CUTS && parts % PARTS_PER_CUT === PARTS_PER_CUT - 1;
    const part = blob.slice(offset, offset + OWN_VIDEO_PART_BYTES);
    const { bytes, isWhole } = await sendPart(part, offset, isCut);
    sent += bytes;
    cuts += Number(isCut);
    offset = isWhole ? offset + part.size : await arrived();
    uploading = Math.max(uploading, await memory("VmRSS"));
  }
  expect(cuts).toBe(CUTS);
  const twice = sent - blob.size;
  expect(twice).toBeLessThanOrEqual(CUTS * OWN_VIDEO_PART_BYTES);

  const progress = async () => (await read()).progress ?? 0;
  await expect.poll(progress, { timeout: PACKAGING_LIMIT_MS, interval: 200 }).toBeGreaterThan(0.2);
  const packaging = await memory("VmHWM");
  await killServer();
  await start();
  const state = async () => (await read()).state;
  await expect.poll(state, { timeout: PACKAGING_LIMIT_MS, interval: 1_000 }).toBe("ready");
  const again = await memory("VmHWM");
  printMeasurements("2 GB over 20 cuts, and a kill -9 during packaging", {
    "sent twice (MB)": Math.round(twice / MEGABYTE),
    "memory before (MB)": before,
    "most during the upload (MB)": uploading,
    "most during packaging (MB)": Math.max(packaging, again),
  });
  expect(uploading - before).toBeLessThan(250);
  expect(Math.max(packaging, again)).toBeLessThan(1_200);

  // The upload and what packaging left are deleted after the video is ready.
  const kept = async () => (await read()).bytes;
  await expect.poll(kept, { timeout: 60_000 }).toBeLessThan(blob.size * 1.2);
  const { seconds, files, previewKey } = await read();
  expect(seconds).toBeCloseTo(SECONDS, 0);
  const names = await readdir(join(dataDir, "own-videos", id));
  expect(names).not.toContain("upload.part");
  expect(names).not.toContain("packaging");
  const size = files.video ?? 0;
  const tail = await fetch(`${place.url}/media/own/${id}/video.mp4?key=${previewKey}`, {
    headers: { range: `bytes=${size - 1_000}-` },
  });
  expect([tail.status, (await tail.arrayBuffer()).byteLength]).toEqual([206, 1_000]);

  expect((await ask(`/${id}`, { method: "DELETE" })).status).toBe(204);
  await expect.poll(() => readdir(join(dataDir, "own-videos"))).toEqual([]);
});

it("copies a video into the S3 store although the server is killed in between", async () => {
  await killServer();
  const s3 = await startFakeS3();
  place = serverEnvironment(Number(new URL(place.url).port), dataDir, s3.variables("S3_"));
  const keysOf = () => [...s3.objects.keys()].filter((key) => key.startsWith("own-videos/"));
  const { objects } = s3;
  const setObject = objects.set.bind(objects);
  objects.set = (key, object) => {
    setObject(key, object);
    if (keysOf().length === 3) child.kill("SIGKILL");
    return objects;
  };
  await start();
  const blob = await openAsBlob("media/clips/clip-an-appointed-time.mp4");
  const started = await ask("", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      bytes: blob.size,
      facts: { language: "en", category: "sermons", title: "A short service" },
    }),
  });
  ({ id } = v.parse(studioOwnVideoSchema, await started.json()));
  for (let offset = 0; offset < blob.size; offset += OWN_VIDEO_PART_BYTES) {
    const part = blob.slice(offset, offset + OWN_VIDEO_PART_BYTES);
    await sendPart(part, offset, false);
  }
  await waitForExit(child.pid ?? 0, 60_000);
  const list = `own-videos/${id}/files.json`;
  expect(keysOf().length).toBeGreaterThan(2);
  expect(keysOf()).not.toContain(list);

  objects.set = setObject;
  await start();
  await expect.poll(keysOf, { timeout: 60_000 }).toContain(list);
  const folder = join(dataDir, "own-videos", id);
  for (const name of await readdir(folder)) {
    const { size } = await stat(join(folder, name));
    expect([name, objects.get(`own-videos/${id}/${name}`)?.bytes.length]).toEqual([name, size]);
  }
  await s3.close();
});
