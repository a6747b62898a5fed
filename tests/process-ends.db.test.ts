import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive, waitForExit } from "@reign-tv/kit/process-probe.ts";
import { serverPid as serverIn } from "@reign-tv/backend/operations";
import {
  freePort,
  makePreparedDataDir,
  postmasterPid,
  removeDataDir,
} from "@reign-tv/backend/testing";
import { loadKeys } from "@reign-tv/backend";
import { addAuthenticatorFactor } from "@reign-tv/backend/testing/mfa-factor.ts";
import { listSessions } from "@reign-tv/ingest/segments/segment-store.ts";
import { sendRtmp } from "@reign-tv/ingest/testing/rtmp-sender.ts";
import { setAdminRole } from "#scripts/commands/admin-role.ts";
import { testMinistry } from "./support/ministry-fixture.ts";
import { IS_FULL } from "./support/full-run.ts";
import { serverEnvironment } from "./support/server-environment.ts";
import { waitUntilReady } from "./support/server-process.ts";

const SERVER = ["server/main.ts"];
const SETUP = ["scripts/setup.mjs", "start", "server/main.ts"];
const END_LIMIT_MS = 25_000;

/** PostgreSQL must end with its server in every case. */
describe("the end of a server", () => {
  let dataDir = "";
  let child: ChildProcess;
  let serverPid = 0;
  let postmaster = 0;
  let exit: Promise<unknown[]>;

  beforeEach(() => {
    dataDir = makePreparedDataDir();
  });
  afterEach(async () => {
    for (const pid of [child.pid ?? 0, serverPid]) {
      if (pid > 0 && isAlive(pid)) process.kill(pid, "SIGKILL");
    }
    await removeDataDir(dataDir);
  });

  /** Starts the program as the leader of its own process group, as setsid and shells do. */
  async function start(
    program: readonly string[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { url, variables } = serverEnvironment(await freePort(), dataDir, settings);
    child = spawn(process.execPath, program, {
      detached: true,
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables },
    });
    exit = once(child, "exit");
    await waitUntilReady(url, child);
    const lock = readFileSync(join(dataDir, "server.lock"), "utf8");
    serverPid = Number(/\d+/.exec(lock)?.[0]);
    postmaster = postmasterPid(dataDir);
    return url;
  }

  async function seeOrderlyEnd(): Promise<void> {
    expect(await waitForExit(serverPid, END_LIMIT_MS)).toBe(true);
    expect(isAlive(postmaster)).toBe(false);
    expect(existsSync(join(dataDir, "pg", "postmaster.pid"))).toBe(false);
    expect(existsSync(join(dataDir, "server.lock"))).toBe(false);
  }

  it.runIf(IS_FULL)("stops the database on SIGTERM and exits with code 0", async () => {
    await start(SERVER);
    process.kill(serverPid, "SIGTERM");
    await expect(seeOrderlyEnd()).resolves.toBeUndefined();
    expect(await exit).toEqual([0, null]);
  });

  it("starts the next server on SIGUSR2 below npm start", async () => {
    await start(SETUP);
    const former = serverPid;
    process.kill(former, "SIGUSR2");
    expect(await waitForExit(former, END_LIMIT_MS)).toBe(true);
    await expect.poll(() => serverIn(dataDir), { timeout: END_LIMIT_MS }).not.toBeNull();
    serverPid = serverIn(dataDir) ?? 0;
    expect(child.exitCode).toBeNull();
    process.kill(child.pid ?? 0, "SIGTERM");
    expect(await waitForExit(serverPid, END_LIMIT_MS)).toBe(true);
    expect(await exit).toEqual([0, null]);
  });

  it.runIf(IS_FULL)("handles several signals at once as one shutdown", async () => {
    await start(SERVER);
    for (const signal of ["SIGHUP", "SIGTERM", "SIGTERM", "SIGINT", "SIGQUIT"] as const) {
      process.kill(serverPid, signal);
    }
    await expect(seeOrderlyEnd()).resolves.toBeUndefined();
    expect(await exit).toEqual([0, null]);
  });

  it.each(IS_FULL ? (["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) : (["SIGINT"] as const))(
    "stops the database on %s to the whole group of npm start",
    async (signal) => {
      await start(SETUP);
      process.kill(-(child.pid ?? 0), signal);
      await expect(seeOrderlyEnd()).resolves.toBeUndefined();
    },
  );

  it.runIf(IS_FULL)("stops the database after kill -9 of the script that started it", async () => {
    await start(SETUP);
    process.kill(child.pid ?? 0, "SIGKILL");
    await expect(seeOrderlyEnd()).resolves.toBeUndefined();
  });

  it("leaves no database after kill -9 of its whole group, and the next start has all of a broadcast that viewers had", async () => {
    const file = join(dataDir, "ministry.json");
    writeFileSync(file, JSON.stringify(testMinistry({ english: { kind: "ingest" } })));
    const port = await freePort();
    const settings = { MINISTRY_FILE: file, RTMP_PORT: String(port) };
    const url = await start(SETUP, settings);
    const key = await makeStreamKey(url, dataDir);
    const sending = sendRtmp({ port, key, speed: 4 }).catch(() => null);
    const listed = async (): Promise<string[]> => {
      const text = await (await fetch(`${url}/live/english/window.m3u8`)).text();
      return [...text.matchAll(/\/live\/english\/[\w-]+\/[\w.-]+/g)].map(([path]) => path);
    };
    // The init file, and segments.
    await expect.poll(async () => (await listed()).length, { timeout: 20_000 }).toBeGreaterThan(4);
    const paths = await listed();
    const before = await bytesOf(url, paths);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    expect(await waitForExit(serverPid, END_LIMIT_MS)).toBe(true);
    expect(await waitForExit(postmaster, END_LIMIT_MS)).toBe(true);
    await sending;

    const again = await start(SERVER, settings);
    expect(await bytesOf(again, paths)).toEqual(before);
    const [recording] = await listSessions(join(dataDir, "recordings", "english"));
    expect(recording?.seconds).toBeGreaterThanOrEqual(2 * (paths.length - 1) - 0.1);
    process.kill(serverPid, "SIGTERM");
    await expect(seeOrderlyEnd()).resolves.toBeUndefined();
  });
});

/** Makes the key of the English channel, as staff do. */
async function makeStreamKey(url: string, dataDir: string): Promise<string> {
  const { publishableKey, secretKey } = await loadKeys({ dataDir, now: Date.now });
  const auth = { persistSession: false, autoRefreshToken: false };
  const member = createClient(url, publishableKey, { auth });
  const account = { email: "staff@reign-tv.example", password: "green pastures 23" };
  await member.auth.signUp(account);
  await setAdminRole(createClient(url, secretKey, { auth }), account.email, true);
  await member.auth.signInWithPassword(account);
  await addAuthenticatorFactor(member, Date.now());
  const { data, error } = await member.rpc("studio_new_stream_key", { p_channel: "english" });
  if (error) throw error;
  return String(data);
}

function bytesOf(url: string, paths: readonly string[]): Promise<Buffer[]> {
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${url}${path}`);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    }),
  );
}
