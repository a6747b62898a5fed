import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive, waitForExit } from "@reign-tv/kit/process-probe.ts";
import { serverPid as serverIn } from "@reign-tv/backend/operations";
import {
  freePort,
  makePreparedDataDir,
  postmasterPid,
  removeDataDir,
} from "@reign-tv/backend/testing";
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
  async function start(program: readonly string[]): Promise<void> {
    const { url, variables } = serverEnvironment(await freePort(), dataDir);
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

  it("leaves no database after kill -9 of its whole group, and allows the next start", async () => {
    await start(SETUP);
    process.kill(-(child.pid ?? 0), "SIGKILL");
    expect(await waitForExit(serverPid, END_LIMIT_MS)).toBe(true);
    expect(await waitForExit(postmaster, END_LIMIT_MS)).toBe(true);
    await start(SERVER);
    process.kill(serverPid, "SIGTERM");
    await expect(seeOrderlyEnd()).resolves.toBeUndefined();
  });
});
