import autocannon from "autocannon";
import { cpus } from "node:os";
import { type Browser, chromium } from "@playwright/test";
import * as v from "valibot";
import { basePathOf, DEFAULT_LANGUAGE, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { startServerProcess } from "#tests/support/server-process.ts";
import { brotliBytes, firstFiles, readManifest } from "#scripts/build/built-files.ts";
import { measureBackend, signUp } from "./backend-speed.ts";
import { CHEAP_PHONE, measureSpeed, measureWeight, type TracedSpeed } from "./page-speed.ts";
import { type ReferencePages, serveReferencePages } from "./reference-pages.ts";
import { markdownTable, median } from "./table.ts";
import { FLOOR_TAP, measureTap, type TapSpeed, TAPS } from "./tap-speed.ts";

/** Responses per second of one process, with the load made on the same machine. */
type RequestRate = {
  name: string;
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Responses other than 2xx, and broken connections. */
  failures: number;
};

type RateTarget = {
  name: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
};

const CONNECTIONS = 50;
/** The first requests fill caches and compile code. */
const WARM_UP_S = 6;
const MEASURED_S = 8;

/** Sends requests to one URL as fast as it responds. */
async function measureRate(target: RateTarget): Promise<RequestRate> {
  const { name, ...request } = target;
  const options = { ...request, connections: CONNECTIONS };
  await autocannon({ ...options, duration: WARM_UP_S });
  const result = await autocannon({ ...options, duration: MEASURED_S });
  return {
    name,
    perSecond: Math.round(result.requests.average),
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

/**
 * `npm run bench`: prints the measurements of docs/benchmarks.md. Measures the site's pages and the reference
 * pages in turn, so that a busy machine slows all. `npm run bench pages` ends after the pages; `npm run bench
 * weights` only weighs them, which is exact on a busy machine too.
 */

const RUNS = 5;
const PAGES = [
  { name: "Home", path: "/" },
  { name: "Live TV", path: "/live-tv" },
  { name: "Bible", path: "/bible" },
  { name: "a category", path: "/videos/sermons" },
];
/** Other pages of visitors, which are only weighed. */
const MORE_PATHS = [
  "/video-on-demand",
  "/auth",
  "/auth/forgot",
  "/auth/reset",
  "/auth/confirmed",
  "/profile",
  "/watch-history",
  "/watch-later",
  "/search",
  "/bible/marks",
  "/bible/plans",
  "/bible/plans/fear",
  "/devotional",
  "/offline",
  "/podcasts",
  "/privacy-policy",
];
/** Pages that are weighed at the same time. */
const WEIGHED_TOGETHER = 3;
const LANGUAGE_NAMES = new Intl.DisplayNames(LANGUAGE_FACTS[DEFAULT_LANGUAGE].locale, {
  type: "language",
});
const LIVE_PLAYLIST = /\/live\/[\w/-]+\.m3u8/;

type TableRow = readonly (string | number)[];

const stateSchema = v.object({
  site: v.object({
    publishableKey: v.string(),
    ministry: v.object({ playlists: v.record(v.string(), v.string()) }),
  }),
});

const [part = "all"] = process.argv.slice(2);
if (!["all", "pages", "weights"].includes(part)) {
  throw new Error(`npm run bench knows "pages" and "weights", not "${part}"`);
}
const server = await startServerProcess();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? "unknown processor"}\n`);
  if (part !== "weights") {
    const reference = await serveReferencePages(await imageOfHome(browser));
    console.log(markdownTable(await speedRows(browser, reference)), "\n");
    console.log(markdownTable(await tapRows(browser, reference)), "\n");
    reference.close();
  }
  console.log(markdownTable(await weightRows(browser, "signed out", {})), "\n");
  const session = await signUp(server.url, (await readSite()).publishableKey);
  console.log(markdownTable(await weightRows(browser, "signed in", session)), "\n");
} finally {
  await browser.close();
}
try {
  if (part === "all") {
    const { playlistId, publishableKey } = await readSite();
    console.log(markdownTable(await rateRows(playlistId, publishableKey)), "\n");
    console.log(markdownTable(await backendRows(publishableKey)));
  }
} finally {
  await server.stop();
}

/** Measures all in turn, five times: a busy machine slows the reference pages too. */
async function measureInTurn<Result>(
  subjects: readonly { name: string; measure: () => Promise<Result> }[],
): Promise<Map<string, Result[]>> {
  const measured = new Map<string, Result[]>(subjects.map(({ name }) => [name, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const { name, measure } of subjects) measured.get(name)?.push(await measure());
  }
  return measured;
}

/** Medians of each page's metrics. */
async function speedRows(browser: Browser, reference: ReferencePages): Promise<string[][]> {
  const limit = { name: "limit page (one image)", url: reference.limitUrl };
  const floor = { name: "floor page (React, one heading)", url: reference.floorUrl };
  const pages = PAGES.map(({ name, path }) => ({ name, url: server.url + path }));
  const measured = await measureInTurn<TracedSpeed>(
    [limit, floor, ...pages].map(({ name, url }) => ({
      name,
      measure: () => measureSpeed(browser, url),
    })),
  );
  const of = (name: string, metric: "lcpMs" | "blockingMs") =>
    median((measured.get(name) ?? []).map((speed) => speed[metric]));
  return [
    [
      `${CHEAP_PHONE.name}, median of ${RUNS}`,
      "LCP",
      "times the limit",
      "blocking",
      "times the floor",
      "largest CLS",
    ],
    ...[...measured].map(([name, speeds]) => [
      name,
      inMs(of(name, "lcpMs")),
      (of(name, "lcpMs") / of(limit.name, "lcpMs")).toFixed(2),
      inMs(of(name, "blockingMs")),
      (of(name, "blockingMs") / of(floor.name, "blockingMs")).toFixed(2),
      Math.max(...speeds.map(({ cls }) => cls)).toFixed(4),
    ]),
  ];
}

/** Median processor time of each tap. */
async function tapRows(browser: Browser, reference: ReferencePages): Promise<string[][]> {
  const measured = await measureInTurn<TapSpeed>(
    [FLOOR_TAP, ...TAPS].map((tap) => ({
      name: tap.name,
      measure: () => measureTap(browser, tap === FLOOR_TAP ? reference.floorUrl : server.url, tap),
    })),
  );
  const of = (name: string, metric: keyof TapSpeed) =>
    median((measured.get(name) ?? []).map((speed) => speed[metric]));
  return [
    [
      `taps on Home, CPU x${CHEAP_PHONE.cpuSlowdown}, median of ${RUNS}`,
      "responds",
      "times the floor",
      "shows",
      "after its data",
    ],
    ...[...measured.keys()].map((name) => [
      name,
      inMs(of(name, "respondsMs")),
      (of(name, "respondsMs") / of(FLOOR_TAP.name, "respondsMs")).toFixed(2),
      inMs(of(name, "showsMs")),
      inMs(of(name, "showsAfterDataMs")),
    ]),
  ];
}

/** The image of Home's largest paint, as this browser loads it. */
async function imageOfHome(browser: Browser) {
  const { image } = await measureSpeed(browser, server.url);
  if (!image) throw new Error("The largest paint of Home is no picture");
  const response = await fetch(image.url, { headers: { accept: "image/avif,image/webp,*/*" } });
  return {
    body: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get("content-type") ?? "image/webp",
    width: image.width,
    height: image.height,
  };
}

/** @param stored entries of the browser's storage. */
async function weightRows(
  browser: Browser,
  visitor: string,
  stored: Readonly<Record<string, string>>,
): Promise<string[][]> {
  const pages = [...PAGES, ...MORE_PATHS.map((path) => ({ name: path, path }))];
  const rows: string[][] = [];
  for (let first = 0; first < pages.length; first += WEIGHED_TOGETHER) {
    const weighed = pages.slice(first, first + WEIGHED_TOGETHER).map(async ({ name, path }) => {
      const weight = await measureWeight(browser, server.url + path, stored);
      return [
        name,
        inKb(weight.scriptBytes - weight.playerScriptBytes),
        String(weight.scriptCount - weight.playerScriptCount),
        inKb(weight.playerScriptBytes),
        inKb(weight.totalBytes),
        String(weight.requestCount),
        weight.otherHosts.join(", ") || "0",
      ];
    });
    rows.push(...(await Promise.all(weighed)));
  }
  const entry = brotliBytes(firstFiles(readManifest(), `web/app/entry-${DEFAULT_LANGUAGE}.ts`));
  return [
    [
      `${visitor}, before a tap (first route's script: ${inKb(entry)})`,
      "script",
      "script files",
      "player's script",
      "all but segments",
      "requests",
      "other hosts",
    ],
    ...rows,
  ];
}

async function rateRows(playlistId: string, publishableKey: string): Promise<TableRow[]> {
  const rates = [];
  for (const target of await rateTargets(playlistId, publishableKey)) {
    rates.push(await measureRate(target));
  }
  return [
    ["50 connections, 8 s each", "requests/s", "median", "p99", "failures"],
    ...rates.map((rate) => [
      rate.name,
      rate.perSecond,
      `${rate.medianMs} ms`,
      `${rate.p99Ms} ms`,
      rate.failures,
    ]),
  ];
}

async function backendRows(publishableKey: string): Promise<TableRow[]> {
  const speeds = await measureBackend(server, publishableKey);
  return [
    ["4 callers", "calls/s", "median", "p99", "CPU per call"],
    ...speeds.map((speed) => [
      speed.name,
      speed.perSecond,
      `${speed.medianMs.toFixed(1)} ms`,
      `${speed.p99Ms.toFixed(1)} ms`,
      `${speed.cpuMs.toFixed(2)} ms`,
    ]),
  ];
}

/** Reads the site's data from a page. */
async function readSite(): Promise<{ playlistId: string; publishableKey: string }> {
  const html = await (await fetch(server.url)).text();
  const state = /id="page-state">([^<]+)</.exec(html)?.[1] ?? "";
  const { site } = v.parse(stateSchema, JSON.parse(state));
  const { publishableKey, ministry } = site;
  return { publishableKey, playlistId: ministry.playlists["sermons"] ?? "" };
}

async function rateTargets(playlistId: string, publishableKey: string): Promise<RateTarget[]> {
  const functionUrl = `${server.url}/functions/v1/youtube-playlist-videos`;
  const headers = { apikey: publishableKey, "accept-encoding": "br" };
  return [
    { name: "Home from the page cache", url: `${server.url}/`, headers },
    ...LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).map((language) => ({
      name: `Home in ${LANGUAGE_NAMES.of(language)}`,
      url: `${server.url}${basePathOf(language)}`,
      headers,
    })),
    {
      name: "playlist, POST as the client does",
      url: functionUrl,
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ playlistId }),
    },
    { name: "playlist, GET", url: `${functionUrl}?playlistId=${playlistId}`, headers },
    { name: "live playlist", url: `${server.url}${await livePlaylistPath()}` },
    { name: "live status", url: `${server.url}/api/live`, headers },
    { name: "Bible chapter", url: `${server.url}/api/bible/John%203?translation=kjv`, headers },
  ];
}

/** Path of the English channel's media playlist, as its master playlist names it. */
async function livePlaylistPath(): Promise<string> {
  const masterUrl = `${server.url}/live/english/index.m3u8`;
  const master = await (await fetch(masterUrl)).text();
  const line = master.split("\n").find((text) => text !== "" && !text.startsWith("#")) ?? "";
  const { pathname } = new URL(line, masterUrl);
  if (!LIVE_PLAYLIST.test(pathname)) throw new Error(`No playlist in ${masterUrl}:\n${master}`);
  return pathname;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}

function inKb(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}
