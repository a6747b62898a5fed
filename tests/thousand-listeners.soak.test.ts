import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "@playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { printMeasurements } from "@reign-tv/backend/testing";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";
import { sendRtmp } from "@reign-tv/ingest/testing/rtmp-sender.ts";
import { backendHeaders, createAccount, makeAdministrator } from "./e2e/support/accounts.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";

const LISTENERS = 1_000;
const LISTENING_MS = 40_000;
/** Listeners arrive over this time. */
const JOINING_MS = 2_000;
const CLOCK_TICKS = 100;
const PLAYLIST = "/live/english/audio.m3u8";

let folder = "";
let server: ServerProcess;
let rtmpPort = 0;
const broadcast = new AbortController();
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reign-listeners-"));
  const ministry = JSON.parse(readFileSync("ministry.json", "utf8"));
  ministry.channels.english.fallback = ministry.channels.english.source;
  ministry.channels.english.source = { kind: "ingest" };
  const file = join(folder, "ministry.json");
  await writeFile(file, JSON.stringify(ministry));
  rtmpPort = await freePort();
  server = await startServerProcess({ RTMP_PORT: String(rtmpPort), MINISTRY_FILE: file });
}, 120_000);
afterAll(async () => {
  broadcast.abort();
  agent.destroy();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function makeKey(): Promise<string> {
  const api = await request.newContext({ baseURL: server.url });
  const member = await createAccount(api);
  const owner = await makeAdministrator(api, server.url, member, server.dataDir);
  const headers = await backendHeaders(api, owner);
  const path = "/rest/v1/rpc/studio_new_stream_key";
  const answer = await api.post(path, { headers, data: { p_channel: "english" } });
  const key: unknown = await answer.json();
  await api.dispose();
  return String(key);
}

/** Milliseconds for a segment, and seconds between the end of a segment and its arrival. */
const times: number[] = [];
const delays: number[] = [];
let requests = 0;
let bytes = 0;
let failures = 0;

function load(path: string): Promise<string> {
  return new Promise((resolve) => {
    const fail = (): void => {
      failures += 1;
      resolve("");
    };
    get(`${server.url}${path}`, { agent }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", fail);
      response.on("end", () => {
        const body = Buffer.concat(parts);
        requests += 1;
        bytes += body.length;
        if (response.statusCode === 200) resolve(body.toString("latin1"));
        else fail();
      });
    }).on("error", fail);
  });
}

async function loadSegment(path: string): Promise<void> {
  const startedMs = performance.now();
  await load(path);
  times.push(performance.now() - startedMs);
}

type Playlist = { inits: string[]; urls: string[]; next: number; endMs: number };

function readPlaylist(text: string): Playlist {
  const urls = [...text.matchAll(/^\/live\/\S+/gm)].map(([url]) => url);
  const dated = text.slice(text.lastIndexOf("#EXT-X-PROGRAM-DATE-TIME:"));
  const seconds = [...dated.matchAll(/#EXTINF:([\d.]+)/g)].map(([, value]) => Number(value));
  return {
    inits: [...text.matchAll(/(?<=URI=")[^"]+/g)].map(([url]) => url),
    urls,
    next: Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]) + urls.length,
    endMs:
      Date.parse(/DATE-TIME:(\S+)/.exec(dated)?.[1] ?? "") +
      seconds.reduce((sum, value) => sum + value * 1_000, 0),
  };
}

/**
 * Follows the sound of the channel as the page's loader does: the server holds the request for the next segment.
 *
 * @returns the number of the segment that would come next.
 */
async function listen(untilMs: number, delayMs: number): Promise<number> {
  await sleep(delayMs);
  let { inits, urls, next } = readPlaylist(await load(PLAYLIST));
  for (const url of [...inits, ...urls.slice(-3)]) await loadSegment(url);
  while (performance.now() < untilMs) {
    const held = readPlaylist(await load(`${PLAYLIST}?_HLS_msn=${next}`));
    const fresh = Number.isNaN(held.next)
      ? []
      : held.urls.slice(held.urls.length - (held.next - next));
    for (const url of fresh) await loadSegment(url);
    if (fresh.length > 0) delays.push((Date.now() - held.endMs) / 1_000);
    next += fresh.length;
  }
  return next;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** Seconds of processor time of a process. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

it("serves the sound of a live channel to 1,000 listeners", async () => {
  const key = await makeKey();
  void sendRtmp({ port: rtmpPort, key, signal: broadcast.signal });
  await expect.poll(() => load(PLAYLIST), { timeout: 60_000, interval: 500 }).toMatch(/\/3\.audio/);
  requests = 0;
  failures = 0;
  bytes = 0;
  const before = processorSeconds(server.pid);
  const startedMs = performance.now();
  const untilMs = startedMs + LISTENING_MS;
  const reached = await Promise.all(
    Array.from({ length: LISTENERS }, (_, index) =>
      listen(untilMs, (index / LISTENERS) * JOINING_MS),
    ),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  printMeasurements("listeners of a live channel", {
    listeners: LISTENERS,
    "requests a second": Math.round(requests / seconds),
    "Mbit/s": ((bytes * 8) / seconds / 1e6).toFixed(1),
    "percent of a core": Math.round(((processorSeconds(server.pid) - before) / seconds) * 100),
    "median of a segment in ms": Math.round(quantile(times, 0.5)),
    "99th percentile in ms": Math.round(quantile(times, 0.99)),
    "median from a segment's end to its arrival in s": quantile(delays, 0.5).toFixed(2),
    "99th percentile in s": quantile(delays, 0.99).toFixed(2),
    failures,
  });
  expect(failures).toBe(0);
  // No listener is left behind: at the end each waits for the newest segment.
  expect(Math.max(...reached) - Math.min(...reached)).toBeLessThanOrEqual(2);
}, 180_000);
