import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { serverEnvironment } from "#tests/support/server-environment.ts";
import { waitUntilReady } from "#tests/support/server-process.ts";
import type { ImageConfig } from "./dockerfile.ts";
import { freePort } from "@reign-tv/backend/testing/free-port.ts";

/** Result of a finished command. */
export type Ended = { readonly code: number | null; readonly output: string };

/** The image's server, running without a container engine. */
export type RunningImage = {
  readonly url: string;
  /** Host pid of the server. */
  readonly pid: number;
  /** Runs a command in the container, as `docker exec` does. */
  exec(command: readonly string[]): Ended;
  /** Stops the container as `docker stop` does. Resolves with the exit code. */
  stop(): Promise<number | null>;
};

/** A sixtieth of the engines' default, and less than parallel queries need. */
export const SHM_KB = 1_024;
const ENTER = resolve("tests/container/enter.sh");
const NAMESPACES = ["--mount", "--pid", "--fork", "--kill-child"];

/** Returns true when this machine allows a new root, mounts and pid namespaces. */
export function canIsolate(): boolean {
  const probe = ["unshare", ...NAMESPACES, "mount", "-t", "tmpfs", "probe", tmpdir()];
  return process.getuid?.() === 0 && spawnSync("env", probe).status === 0;
}

/** Creates an empty folder for the volume /data. */
export function makeVolume(uid: number): string {
  const volume = mkdtempSync(join(tmpdir(), "reign-volume-"));
  chownSync(volume, uid, uid);
  return volume;
}

/**
 * Starts the Dockerfile's command from a folder with the image's files.
 *
 * @throws Error with the output when it does not become ready.
 */
export async function runImage(
  facts: ImageConfig,
  folder: string,
  volume: string,
): Promise<RunningImage> {
  const root = mkdtempSync(join(tmpdir(), "reign-root-"));
  const { url, variables } = serverEnvironment(await freePort(), "/data");
  const environment = Object.entries({
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...variables,
    ...facts.variables,
    HOST: variables["HOST"],
    PORT: variables["PORT"],
  }).map(([name, value]) => `${name}=${value}`);
  const place = [root, folder, volume, String(SHM_KB), String(facts.uid), process.execPath];
  const child = spawn(
    "unshare",
    [...NAMESPACES, ENTER, ...place, ...environment, ...facts.entrypoint],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = gather(child);
  try {
    await waitUntilReady(url, child);
  } catch (cause) {
    child.kill("SIGKILL");
    throw new Error(`The image did not start:\n${output()}`, { cause });
  }
  const pid = firstChildOf(child.pid ?? 0);
  return {
    url,
    pid,
    exec: (command) => enter(pid, facts.uid, [...environment, ...command]),
    async stop() {
      const ended = once(child, "exit");
      process.kill(pid, "SIGTERM");
      await ended;
      rmSync(root, { recursive: true });
      return child.exitCode;
    },
  };
}

function enter(pid: number, uid: number, command: readonly string[]): Ended {
  const account = [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--no-new-privs"];
  const place = [`--target=${pid}`, "--mount", "--pid", "--root"];
  const { status, stdout, stderr } = spawnSync(
    "nsenter",
    [...place, "setpriv", ...account, "env", "--chdir=/app", "-i", ...command],
    { encoding: "utf8" },
  );
  return { code: status, output: stdout + stderr };
}

function firstChildOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
}

function gather(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  return () => output;
}

/** Returns the short names of the system libraries that a program or library loads. */
export function systemLibraries(file: string, folder: string): string[] {
  return execFileSync("ldd", [file], { encoding: "utf8" })
    .split("\n")
    .filter((line) => !line.includes(folder) && !line.includes("linux-vdso"))
    .map((line) => /^\s*(?:\/\S*\/)?([\w+.-]+\.so[.\d]*)/.exec(line)?.[1])
    .filter((name) => name !== undefined);
}
