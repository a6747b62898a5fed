import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createServerEnvironment, removeDataDir } from "./server-environment.ts";

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
const POLL_MS = 50;

/** A real server process, for tests and measurements from outside. */
export type ServerProcess = {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** For IPC (controlled-server.ts) or another kind of end. */
  readonly child: ChildProcess;
  /** Output so far, for the message of a failed test. */
  output(): string;
  /** Sends SIGTERM and removes DATA_DIR. Resolves with the exit code. */
  stop(): Promise<number | null>;
};

type ProcessOptions = {
  readonly root?: string;
  /** Node options before the program; with them the child also has an IPC channel. */
  readonly nodeOptions?: readonly string[];
  /** Puts files of an earlier run into DATA_DIR. */
  readonly prepare?: (dataDir: string) => unknown;
};

/**
 * Starts `server/main.ts` and waits until it is ready.
 *
 * @throws Error with the server's output when it ends or is not ready within a minute.
 */
export async function startServerProcess(
  overrides: Readonly<Record<string, string>> = {},
  { root = ".", nodeOptions = [], prepare }: ProcessOptions = {},
): Promise<ServerProcess> {
  const { url, dataDir, variables } = await createServerEnvironment(overrides);
  await prepare?.(dataDir);
  const channel = nodeOptions.length === 0 ? [] : (["ipc"] as const);
  const child = spawn(process.execPath, [...nodeOptions, "server/main.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", ...channel],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...variables },
  });
  let output = "";
  const gather = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", gather);
  child.stderr?.on("data", gather);

  async function stop(): Promise<number | null> {
    const code = await endProcess(child);
    removeDataDir(dataDir);
    return code;
  }

  try {
    await waitUntilReady(url, child);
  } catch (cause) {
    await stop();
    throw new Error(`The server did not start:\n${output}`, { cause });
  }
  return { url, pid: child.pid ?? 0, dataDir, child, output: () => output, stop };
}

/**
 * Waits until a server of this process is ready.
 *
 * @throws Error when it ends or is not ready within a minute.
 */
export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    await sleep(POLL_MS);
  }
  throw new Error(`It was not ready after ${START_LIMIT_MS} ms`);
}

async function endProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(killer);
  return child.exitCode;
}
