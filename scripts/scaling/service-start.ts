import { gzipSync } from "node:zlib";
import { z } from "zod";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { markdownTable } from "#scripts/bench/table.ts";
import { cachePolicy, type Load, playThroughCaches, type Resource } from "./shared-cache.domain.ts";

/**
 * `node scripts/scaling/service-start.ts`: plays the start of a service through a CDN. What a visit asks for is
 * asked of a server that really runs, and each answer is kept for as long as its own headers allow; the visitors
 * and the caches are computed. Prints the tables of docs/scaling.md.
 */

const CROWDS = [10_000, 100_000];
/** Places where the CDN keeps answers; each asks the server for itself. */
const CACHES = 20;
/** Visitors come in the five minutes before the beginning and in the five after it, most in its minute. */
const ARRIVALS_S = 600;
const PLAYED_S = 1_200;
const SEGMENT_S = 4.8;
/** Pages take three quarters to all of the 15 seconds that the status names. */
const STATUS_EVERY_S = 13;
const SHARE_OF_FIRST_VISITS = 0.5;
const DOCUMENT_PATH = "/";
const ASSET = /(?:src|href)="(\/(?:assets|fonts|img)\/[^"]+)"/g;

const server = await startServerProcess();
try {
  const resources = await readResources(server);
  console.log(markdownTable(policyRows(resources)), "\n");
  for (const visitors of CROWDS) {
    console.log(markdownTable(loadRows(visitors, resources)), "\n");
  }
} finally {
  await server.stop();
}

/** What a visit to Home that plays a channel asks for. */
async function readResources({ url }: ServerProcess): Promise<Resource[]> {
  const html = await (await fetch(url + DOCUMENT_PATH)).text();
  const assets = [...new Set([...html.matchAll(ASSET)].map(([, path = ""]) => path))];
  const master = await (await fetch(`${url}/live/english/index.m3u8`)).text();
  const rendition = z.string().parse(/^[\w-]+\.m3u8$/m.exec(master)?.[0]);
  const playlist = await (await fetch(`${url}/live/english/${rendition}`)).text();
  const segment = z.string().parse(/^[^#\n].*$/m.exec(playlist)?.[0]);
  const segmentPath = new URL(segment, `${url}/live/english/`).pathname;
  return Promise.all([
    ask(url, DOCUMENT_PATH, { name: "Home" }),
    ...assets.map((path) => ask(url, path, { name: "scripts, styles, fonts, pictures" })),
    ask(url, "/api/live", { name: "live status", everyS: STATUS_EVERY_S }),
    ask(url, "/live/english/index.m3u8", { name: "list of sizes" }),
    ask(url, `/live/english/${rendition}`, { name: "live playlist", everyS: SEGMENT_S }),
    ask(url, segmentPath, { name: "segment", everyS: SEGMENT_S, addressS: SEGMENT_S }),
  ]);
}

async function ask(
  url: string,
  path: string,
  { name, everyS = null, addressS = null }: { name: string } & Partial<Resource>,
): Promise<Resource> {
  const answer = await fetch(url + path);
  const body = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  const isText = /text|json|javascript|mpegurl/.test(answer.headers.get("content-type") ?? "");
  const policy = cachePolicy({
    cacheControl: answer.headers.get("cache-control"),
    cdnCacheControl: answer.headers.get("cdn-cache-control"),
  });
  const bytes = isText ? gzipSync(body).byteLength : body.byteLength;
  return { name, policy, bytes, everyS, addressS };
}

function policyRows(resources: readonly Resource[]): string[][] {
  const names = [...new Set(resources.map(({ name }) => name))];
  return [
    ["a visit asks for", "addresses", "kB in all", "a CDN may keep it"],
    ...names.map((name) => {
      const own = resources.filter((resource) => resource.name === name);
      const kept = own.every(({ policy }) => policy !== null);
      const freshS = Math.min(...own.map(({ policy }) => policy?.freshS ?? 0));
      const bytes = own.reduce((sum, resource) => sum + resource.bytes, 0);
      return [name, String(own.length), (bytes / 1_000).toFixed(1), kept ? `${freshS} s` : "no"];
    }),
  ];
}

function loadRows(visitors: number, resources: readonly Resource[]): string[][] {
  const perSecond = Array<number>(PLAYED_S).fill(0);
  const loads: (Load & { readonly mbitPerS: number })[] = resources.map((resource) => {
    const played = playThroughCaches(resource, demandFor(visitors, resource));
    for (const [second, count] of played.perSecond.entries()) {
      perSecond[second] = (perSecond[second] ?? 0) + count;
    }
    return { ...played, mbitPerS: (played.peakPerS * resource.bytes * 8) / 1_000_000 };
  });
  const sum = (pick: (load: Load & { readonly mbitPerS: number }) => number, name?: string) =>
    loads
      .filter((load) => name === undefined || load.name === name)
      .reduce((all, load) => all + pick(load), 0);
  const row = (label: string, name?: string): string[] => {
    const requests = sum((load) => load.requests, name);
    const atServer = sum((load) => load.atServer, name);
    const peak = name === undefined ? Math.max(...perSecond) : sum((load) => load.peakPerS, name);
    return [
      label,
      String(requests),
      String(atServer),
      `${((1 - atServer / requests) * 100).toFixed(2)} %`,
      String(peak),
      sum((load) => load.mbitPerS, name).toFixed(1),
    ];
  };
  const names = [...new Set(resources.map(({ name }) => name))];
  return [
    [
      `${visitors} visitors`,
      "requests",
      "at the server",
      "answered by the CDN",
      "most in a second",
      "Mbit/s then",
    ],
    ...names.map((name) => row(name, name)),
    row("all"),
  ];
}

/** How many requests come to each cache in each second. */
function demandFor(visitors: number, resource: Resource): number[][] {
  const demand = Array.from({ length: CACHES }, () => Array<number>(PLAYED_S).fill(0));
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const isKeptByBrowser = (resource.policy?.freshS ?? 0) > ARRIVALS_S;
    const isReturning = (visitor * 7) % 10 >= SHARE_OF_FIRST_VISITS * 10;
    if (isKeptByBrowser && resource.addressS === null && isReturning) continue;
    const cache = demand[visitor % CACHES];
    if (cache === undefined) continue;
    const end = resource.everyS === null ? 1 : PLAYED_S;
    const arrivedS = arrivalS(visitor / visitors);
    for (let sinceS = 0; sinceS < end; sinceS += resource.everyS ?? 1) {
      const second = Math.floor(arrivedS + sinceS);
      if (second < PLAYED_S) cache[second] = (cache[second] ?? 0) + 1;
    }
  }
  return demand;
}

/**
 * When a visitor comes, in seconds from five minutes before the beginning; the closer to it, the more.
 *
 * @param place of the visitor among all, from 0 to 1.
 */
function arrivalS(place: number): number {
  const half = ARRIVALS_S / 2;
  const fromMiddle = (place - 0.5) * 2;
  return half + Math.sign(fromMiddle) * half * Math.abs(fromMiddle) ** 2.5;
}
