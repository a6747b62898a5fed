import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { expect, it, vi } from "vitest";
import * as v from "valibot";
import { connectCluster } from "@reign-tv/backend/operations";
import {
  type FakeS3,
  makeDataDir,
  openHere,
  removeDataDir,
  startFakeS3,
} from "@reign-tv/backend/testing";
import { startServerProcess } from "./support/server-process.ts";

const run = promisify(execFile);
/** Rare writes: PostgreSQL archives a full WAL segment early. */
const WRITE_EVERY_MS = 1_000;
/** Maximum loss that the documentation promises. */
const LOSS_LIMIT_S = 300;
/** PostgreSQL archives its WAL every four minutes: the loss is greatest shortly before that. */
const WORST_MOMENT_MS = 235_000;
const siteSchema = v.object({ publishableKey: v.string() });

function backupsIn(s3: FakeS3): Record<string, string> {
  return { ...s3.variables("BACKUP_S3_"), BACKUP_PASSPHRASE: "sheep may safely graze" };
}

/** Runs an npm command for operators. */
async function command(name: string, args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, [`scripts/commands/${name}.ts`, ...args], {
    env: { PATH: process.env["PATH"], ...env },
  });
  return stdout;
}

async function makeTable(dataDir: string): Promise<void> {
  const { connect } = await connectCluster(dataDir);
  const sql = connect("supabase_admin", { max: 1 });
  await sql.unsafe(`create table public.written (at timestamptz primary key);
    grant select, insert on public.written to anon;
    grant select on public.written to supabase_auth_admin;
    notify pgrst, 'reload schema'`);
  await sql.end();
}

/** Inserts the current time repeatedly. @returns the acknowledged times in milliseconds */
async function startWriting(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const site = v.parse(siteSchema, await (await fetch(`${url}/api/site`)).json());
  const client = createClient(url, site.publishableKey, { auth: { persistSession: false } });
  await vi.waitUntil(async () => (await client.from("written").select()).error === null, 10_000);
  const acknowledged: number[] = [];
  const write = async (): Promise<void> => {
    const at = Date.now();
    const { error } = await client.from("written").insert({ at: new Date(at).toISOString() });
    if (error === null) acknowledged.push(at);
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  return acknowledged;
}

it("restores a disk lost at the worst moment from S3 with a loss of less than five minutes", async () => {
  const s3 = await startFakeS3();
  const over = new AbortController();
  const server = await startServerProcess(backupsIn(s3));
  const newDisk = makeDataDir();
  try {
    await makeTable(server.dataDir);
    await command("backup", [], { DATA_DIR: server.dataDir, ...backupsIn(s3) });
    const handedOver = (): number => [...s3.objects.keys()].filter(isLog).length;
    const acknowledged = await startWriting(server.url, over.signal);
    const before = handedOver();
    await vi.waitUntil(() => handedOver() > before, { timeout: 300_000, interval: 100 });
    await new Promise((resolve) => setTimeout(resolve, WORST_MOMENT_MS));

    process.kill(server.pid, "SIGKILL");
    over.abort();
    await removeDataDir(server.dataDir);
    const lastMs = Math.max(...acknowledged);
    const startedMs = performance.now();
    await command("restore", ["latest"], { DATA_DIR: newDisk, ...backupsIn(s3) });
    const restoreS = (performance.now() - startedMs) / 1_000;

    const database = await openHere(newDisk);
    const rows = await database.auth<{ at: Date }[]>`select at from public.written order by at`;
    await database.close();
    const endMs = rows.at(-1)?.at.getTime() ?? 0;
    const stored = new Set(rows.map(({ at }) => at.getTime()));
    const lossS = (lastMs - endMs) / 1_000;
    process.stdout.write(
      `lost: ${lossS.toFixed(0)} s of writes; restored in ${restoreS.toFixed(1)} s\n`,
    );
    expect(acknowledged.filter((at) => at <= endMs && !stored.has(at))).toEqual([]);
    expect(lossS).toBeLessThan(LOSS_LIMIT_S);
  } finally {
    over.abort();
    await server.stop();
    await removeDataDir(newDisk);
    await s3.close();
  }
});

function isLog(key: string): boolean {
  return key.startsWith("wal/");
}
