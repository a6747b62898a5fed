import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { printMeasurements, type TestBackend } from "@reign-tv/backend/testing";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";
import type { MediaEvent } from "@reign-tv/ingest/media-event.ts";
import { AAC_MONO, AVC_720P, fakePackets } from "@reign-tv/ingest/testing/fake-encoder.ts";
import { ownVideoSegmentsSchema } from "#shared/contracts/own-videos.ts";
import { startTestBackend } from "#tests/support/test-backend.ts";
import {
  addStaff,
  type OwnVideoServer,
  startOwnVideoServer,
  videoOf,
} from "./own-video-server.fixture.ts";

/** In this time sound has whole packets. */
const PART_SECONDS = 64;
const PARTS = 57;
/** 900 kbit/s at 25 pictures a second. */
const PICTURE_BYTES = 4_500;
const PACKETS: readonly MediaEvent[] = [
  { kind: "video-config", codec: "avc", description: AVC_720P },
  { kind: "audio-config", codec: "aac", description: AAC_MONO },
];
const THREE_MINUTES_MS = 180_000;

let backend: TestBackend;
let server: OwnVideoServer;
let folder = "";

beforeAll(async () => {
  backend = await startTestBackend({ isEmpty: true });
  folder = await mkdtemp(join(tmpdir(), "reign-hour-"));
  server = await startOwnVideoServer({
    backend,
    staff: await addStaff(backend, "ann@example.test"),
    dataDir: folder,
    id: "one.example:one",
    port: await freePort(),
    isAlone: true,
  });
});
afterAll(async () => {
  await server.close();
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

function* anHour(): Generator<readonly MediaEvent[]> {
  yield PACKETS;
  for (let part = 0; part < PARTS; part += 1) {
    const fromMs = part * PART_SECONDS * 1_000;
    yield fakePackets({ seconds: PART_SECONDS, fromMs, pictureBytes: PICTURE_BYTES });
  }
}

it("an hour's service without an encoder is a sermon with its episode within three minutes of work", async () => {
  const measurements: Record<string, number> = {};
  const measured = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [startMs, cpu] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(cpu);
    measurements[`${name} (ms)`] = Math.round(performance.now() - startMs);
    measurements[`${name} (ms of CPU)`] = Math.round((user + system) / 1_000);
    return result;
  };
  const recording = await server.record(anHour());
  const facts = { language: "en", category: "sermons", show: "sermons" };

  const made = await measured("video of the recording", async () =>
    videoOf(await server.post("/from-recording", { channel: "english", recording, facts })),
  );
  const { id } = made;
  expect(made.seconds).toBeCloseTo(PARTS * PART_SECONDS, 0);
  await measured("cut, facts and picture", async () => {
    const found = await (await server.ask(`/${id}/segments`)).json();
    const { segments } = v.parse(ownVideoSegmentsSchema, found);
    const range = { first: 2, last: segments.length - 3 };
    expect((await server.post(`/${id}/trim`, range)).status).toBe(200);
    const body = JSON.stringify({ title: "Streams in dry places", speaker: "Ann Moyo" });
    expect((await server.ask(`/${id}`, { method: "PATCH", body })).status).toBe(200);
    const picture = { width: 1_280, height: 720, channels: 3, background: "purple" } as const;
    const image = new Uint8Array(await sharp({ create: picture }).jpeg().toBuffer());
    const put = { method: "PUT", body: image };
    expect((await server.ask(`/${id}/poster`, put)).status).toBe(200);
  });
  const address = `${server.url}/media/own/${id}`;
  await measured("published", async () => {
    expect((await server.post(`/${id}/publish`)).status).toBe(200);
    await expect.poll(() => server.service.find(id)?.id).toBe(id);
  });
  await measured("end of the film sent", async () => {
    const { files } = await server.read(id);
    const range = `bytes=${(files.video ?? 0) - 1_000_000}-`;
    const end = await fetch(`${address}/video.mp4`, { headers: { range } });
    expect([end.status, (await end.arrayBuffer()).byteLength]).toEqual([206, 1_000_000]);
    expect((await fetch(`${address}/sound.m4a`, { method: "HEAD" })).status).toBe(200);
  });
  const episode = () => server.service.find(id)?.files.episode;
  await measured("episode made", () =>
    expect.poll(episode, { timeout: THREE_MINUTES_MS }).toBeTruthy(),
  );
  const head = await fetch(`${address}/episode.m4a`, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(episode()));
  const { bytes } = await server.read(id);
  printMeasurements("a service of an hour to its sermon", {
    "size (MB)": Math.round(bytes / 1_000_000),
    ...measurements,
  });
});
