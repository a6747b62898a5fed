import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { isAlive, waitForExit } from "#server/database/embedded/process-probe.ts";
import { postmasterPid } from "./support/crash-drill.ts";
import { freePort } from "./support/free-port.ts";
import { putPreparedDatabase } from "./support/prepared-database.ts";
import { type ServerProcess, startServerProcess } from "./support/server-process.ts";

const TOKEN = "a-token-of-the-monitoring";
const ASKED = 24;
const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } };
const siteSchema = z.object({ publishableKey: z.string() });
const readySchema = z.looseObject({ backups: z.object({ newest: z.string().nullable() }) });

/** WEB_PROCESSES: one server to everybody outside. */
describe("a server of several processes", () => {
  let server: ServerProcess;
  let key = "";

  beforeAll(async () => {
    server = await startServerProcess(
      { WEB_PROCESSES: "2", METRICS_TOKEN: TOKEN },
      { prepare: putPreparedDatabase },
    );
    const site = siteSchema.parse(await (await fetch(`${server.url}/api/site`)).json());
    key = site.publishableKey;
  }, 120_000);
  afterAll(() => server.stop());

  /** Processes whose parent it is and that run the server's program. */
  function workers(): number[] {
    const list = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
    return list
      .trim()
      .split(/\s+/)
      .map(Number)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server/main.ts"));
  }

  /** Each on a connection of its own, so that both processes are asked. */
  async function askOften(path: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < ASKED; count += 1) {
      const headers = { connection: "close", authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(server.url + path, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    return [...new Set(statuses)];
  }

  it("answers on one port with each of them", async () => {
    expect(workers()).toHaveLength(2);
    expect(await askOften("/readyz")).toEqual([200]);
    expect(await askOften("/")).toEqual([200]);
  });

  it("knows a member in each of them", async () => {
    const { auth } = createClient(server.url, key, OPTIONS);
    const { data, error } = await auth.signUp({
      email: "anna@reign-tv.example",
      password: "green pastures 23",
    });
    expect(error).toBeNull();
    const token = data.session?.access_token ?? "";
    for (let count = 0; count < ASKED; count += 1) {
      const answer = await fetch(`${server.url}/auth/v1/user`, {
        headers: { apikey: key, authorization: `Bearer ${token}`, connection: "close" },
      });
      expect([answer.status, (await answer.text()).includes("anna@")]).toEqual([200, true]);
    }
  });

  /** What one process answers to the operator; each time it is the next one's turn. */
  async function tell(path: string): Promise<string> {
    const headers = { connection: "close", authorization: `Bearer ${TOKEN}` };
    return (await fetch(server.url + path, { headers })).text();
  }

  it("tells, whichever is asked, how all are and what the first one knows of its backups", async () => {
    for (let count = 0; count < 4; count += 1) {
      expect(readySchema.parse(JSON.parse(await tell("/readyz")))).toMatchObject({
        checks: { database: true, disk: true, storage: true, running: true },
      });
    }
  });

  it("tells the figures of all in one answer, whichever is asked", async () => {
    const figureOf = (text: string, name: string): number =>
      Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
    const pagesOf = (text: string): number =>
      [...text.matchAll(/^http_requests_total\{.*route="\/api\/site".*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
    const running = async (): Promise<number> =>
      figureOf(await tell("/metrics"), "server_processes");
    await expect.poll(running, { timeout: 30_000 }).toBe(2);
    const before = pagesOf(await tell("/metrics"));
    await askOften("/api/site");
    for (let count = 0; count < 4; count += 1) {
      const text = await tell("/metrics");
      expect(pagesOf(text) - before).toBe(ASKED);
      expect(figureOf(text, "server_processes")).toBe(2);
      expect(figureOf(text, "server_leads")).toBe(1);
      // Three processes, of which each has more than this.
      expect(figureOf(text, "process_resident_memory_bytes")).toBeGreaterThan(3 * 40 * 2 ** 20);
      expect(text.match(/^# TYPE process_heap_bytes gauge$/gm)).toHaveLength(1);
    }
  });

  it("goes on when one is killed, with the same database, and has it back soon", async () => {
    const postmaster = postmasterPid(server.dataDir);
    const [killed = 0, other] = workers();
    process.kill(killed, "SIGKILL");
    await waitForExit(killed, 10_000);
    expect(await askOften("/api/site")).toEqual([200]);
    await expect.poll(() => workers().length, { timeout: 30_000 }).toBe(2);
    expect(workers()).toContain(other);
    expect(postmasterPid(server.dataDir)).toBe(postmaster);
    expect(isAlive(postmaster)).toBe(true);
  });

  it("ends in order, and all of it", async () => {
    const pids = [...workers(), postmasterPid(server.dataDir)];
    const lock = join(server.dataDir, "server.lock");
    expect(existsSync(lock)).toBe(true);
    expect(await server.stop()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(existsSync(lock)).toBe(false);
  });
});

it("several processes that cannot start say once why, and end", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  const words = await startServerProcess(
    { WEB_PROCESSES: "2", PORT: String(port) },
    { prepare: putPreparedDatabase },
  ).then(
    () => "started",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
  expect(words).toMatch(/^The server did not start/);
  expect(words.match(/is already in use/g)).toHaveLength(1);
  other.close();
}, 120_000);
