import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { startFakeProviders } from "#tests/fakes/players/fake-providers.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process.ts";
import { createLiveFollower } from "#web/features/live/live-updates.ts";
import { markdownTable, percentile } from "./table.ts";

/**
 * `node scripts/bench/news-delay.ts [pages]`: how long open pages wait for the news that a channel has changed, from
 * the server's own look at the stream on. The pages' own follower runs here, beside the server.
 */

const PAGES = Number(process.argv[2] ?? 1_000);
const CHANGES = 4;
const SETTLE_MS = 3_000;
const SETTLE_ROUNDS = 5;
const CHANGE_LIMIT_MS = 30_000;

const siteSchema = z.object({ publishableKey: z.string() });

const stream = await startFakeProviders();
const folder = mkdtempSync(join(tmpdir(), "news-delay-"));
const file = join(folder, "ministry.json");
const url = `https://127.0.0.1:${stream.port}/live/french/index.m3u8`;
writeFileSync(file, JSON.stringify(testMinistry({ english: { kind: "hls", url } })));
stream.streamFault = 404;
const server = await startServerProcess({ MINISTRY_FILE: file, NODE_TLS_REJECT_UNAUTHORIZED: "0" });
stream.upstream = server.url;
try {
  console.log(markdownTable([["what", "measured"], ...(await measure(server))]));
} finally {
  await server.stop();
  await stream.close();
  rmSync(folder, { recursive: true });
}
process.exit(0);

async function measure({ url: origin }: ServerProcess): Promise<string[][]> {
  const site = siteSchema.parse(await (await fetch(`${origin}/api/site`)).json());
  const address = `${origin.replace("http", "ws")}/realtime/v1/websocket?apikey=${site.publishableKey}&vsn=1.0.0`;
  const heardMs: number[] = [];
  const pages = Array.from({ length: PAGES }, () =>
    createLiveFollower({ address, onNews: () => void heardMs.push(performance.now()) }),
  );
  for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
    for (const page of pages) page.answered();
    await sleep(SETTLE_MS);
  }
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    heardMs.length = 0;
    const looks = stream.requests.length;
    stream.streamFault = stream.streamFault === null ? 404 : null;
    const seenMs = await lookAfter(looks);
    for (let waited = 0; heardMs.length < PAGES && waited < CHANGE_LIMIT_MS; waited += 50) {
      await sleep(50);
    }
    delays.push(...heardMs.map((ms) => ms - seenMs));
  }
  return [
    [`pages that heard of ${CHANGES} changes`, `${delays.length} of ${PAGES * CHANGES}`],
    ["after the server looked at the stream, p50", `${percentile(delays, 0.5).toFixed(0)} ms`],
    ["p99", `${percentile(delays, 0.99).toFixed(0)} ms`],
  ];
}

/** When the server asks the stream for the next time. */
async function lookAfter(looks: number): Promise<number> {
  while (stream.requests.length === looks) await sleep(5);
  return performance.now();
}
