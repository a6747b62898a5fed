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
const POLL_MS = 2_000;
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

const times: number[] = [];
let bytes = 0;
let failures = 0;

function load(path: string): Promise<string> {
  const startedMs = performance.now();
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
        times.push(performance.now() - startedMs);
        bytes += body.length;
        if (response.statusCode === 200) resolve(body.toString("latin1"));
        else fail();
      });
    }).on("error", fail);
  });
}

/** Follows the sound of the channel as a player does. @returns the number of segments. */
async function listen(untilMs: number, delayMs: number): Promise<number> {
  const heard = new Set<string>();
  await sleep(delayMs);
  while (performance.now() < untilMs) {
    const startedMs = performance.now();
    const playlist = await load(PLAYLIST);
    const listed = [...playlist.matchAll(/^\/live\/\S+|(?<=URI=")[^"]+/gm)].map(([url]) => url);
    for (const url of heard.size === 0 ? listed.slice(-3) : listed) {
      if (heard.has(url)) continue;
      heard.add(url);
      await load(url);
    }
    for (const url of listed) heard.add(url);
    await sleep(Math.max(0, POLL_MS - (performance.now() - startedMs)));
  }
  return heard.size;
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
  times.length = 0;
  failures = 0;
  bytes = 0;
  const before = processorSeconds(server.pid);
  const startedMs = performance.now();
  const untilMs = startedMs + LISTENING_MS;
  const counts = await Promise.all(
    Array.from({ length: LISTENERS }, (_, index) => listen(untilMs, (index / LISTENERS) * POLL_MS)),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  const sorted = times.toSorted((a, b) => a - b);
  printMeasurements("listeners of a live channel", {
    listeners: LISTENERS,
    "requests a second": Math.round(times.length / seconds),
    "Mbit/s": ((bytes * 8) / seconds / 1e6).toFixed(1),
    "percent of a core": Math.round(((processorSeconds(server.pid) - before) / seconds) * 100),
    "median in ms": Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    "99th percentile in ms": Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    failures,
  });
  expect(failures).toBe(0);
  // Segments of two seconds, less the first ones.
  expect(Math.min(...counts)).toBeGreaterThan(LISTENING_MS / 1_000 / 2 - 6);
}, 180_000);
