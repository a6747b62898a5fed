import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive } from "@reign-tv/kit/process-probe.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { postmasterPid, printMeasurements } from "@reign-tv/backend/testing";
import {
  type AcknowledgedWrites,
  describeFailures,
  openAcknowledgedWrites,
} from "./support/acknowledged-writes.ts";
import { processTree } from "./support/process-tree.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";

const WRITERS = 4;
const ROWS_BEFORE_AND_AFTER = 200;
const BACK_LIMIT_MS = 30_000;
const KILL_EVERY_MS = 200;
const PAGE_LIMIT_MS = 12_000;
const PAGES = ["/", "/fr", "/live-tv", "/bible", "/healthz"];

describe("a database that is away for a minute", () => {
  let server: ServerProcess;
  let writes: AcknowledgedWrites;
  beforeAll(async () => {
    server = await startServerProcess();
    for (const page of PAGES) await fetch(server.url + page);
    writes = await openAcknowledgedWrites(server);
    writes.start(WRITERS);
  });
  afterAll(async () => {
    await writes.stop();
    await server.stop();
  });

  /** Takes the database away while pages are read, and measures how soon writes succeed afterwards. */
  async function measureMinute(
    name: string,
    away: (untilMs: number) => Promise<void>,
  ): Promise<void> {
    await writes.untilWritten(ROWS_BEFORE_AND_AFTER, BACK_LIMIT_MS);
    const before = writes.acknowledged.size;
    const untilMs = performance.now() + MINUTE_MS;
    const reads = { answered: 0, failed: new Set<string>(), slowestMs: 0 };
    const reading = readPages(untilMs, reads);
    await away(untilMs);
    await reading;
    if (server.child.exitCode !== null) throw new Error(server.output().slice(-2_000));
    const meanwhile = writes.acknowledged.size - before;
    const backFromMs = performance.now();
    await writes.untilWritten(ROWS_BEFORE_AND_AFTER, BACK_LIMIT_MS);
    const lost = await writes.lost();
    printMeasurements(`database away for a minute, ${name}`, {
      "acknowledged writes": writes.acknowledged.size,
      "of them in that minute": meanwhile,
      lost: lost.length,
      refused: describeFailures(writes.failures),
      "pages read": reads.answered,
      "of them failed": reads.failed.size,
      "slowest page in ms": Math.round(reads.slowestMs),
      [`${ROWS_BEFORE_AND_AFTER} writes after it in ms`]: Math.round(
        performance.now() - backFromMs,
      ),
    });
    expect(lost).toEqual([]);
    expect([...reads.failed]).toEqual([]);
    expect(reads.slowestMs).toBeLessThan(PAGE_LIMIT_MS);
    // Every error is retryable: no client is told that its write is invalid, and none waits until the end.
    expect([...writes.failures.keys()].filter((status) => status !== "503")).toEqual([]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  }

  async function readPages(
    untilMs: number,
    reads: { answered: number; failed: Set<string>; slowestMs: number },
  ): Promise<void> {
    for (let turn = 0; performance.now() < untilMs; turn += 1) {
      const page = PAGES[turn % PAGES.length] ?? "/";
      const startedMs = performance.now();
      const outcome = await readPage(server.url + page);
      reads.answered += 1;
      reads.slowestMs = Math.max(reads.slowestMs, performance.now() - startedMs);
      if (outcome !== "200") reads.failed.add(`${page} ${outcome}`);
      await sleep(20);
    }
  }

  it("loses no acknowledged write when PostgreSQL is killed after each restart", async () => {
    const minute = measureMinute("killed again and again", async (untilMs) => {
      while (performance.now() < untilMs) {
        try {
          const pid = postmasterPid(server.dataDir);
          if (isAlive(pid)) process.kill(pid, "SIGKILL");
        } catch {
          // Between two starts the pid file or its process may be missing.
        }
        await sleep(KILL_EVERY_MS);
      }
    });
    await expect(minute).resolves.toBeUndefined();
  });

  it("loses no acknowledged write when PostgreSQL hangs", async () => {
    const minute = measureMinute("stopped with all its sessions", async (untilMs) => {
      const family = processTree(postmasterPid(server.dataDir));
      try {
        for (const pid of family) process.kill(pid, "SIGSTOP");
        await sleep(untilMs - performance.now());
      } finally {
        for (const pid of family) process.kill(pid, "SIGCONT");
      }
    });
    await expect(minute).resolves.toBeUndefined();
  });
});

async function readPage(address: string): Promise<string> {
  try {
    const response = await fetch(address);
    await response.text();
    return String(response.status);
  } catch {
    return "none";
  }
}
