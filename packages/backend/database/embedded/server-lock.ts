import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { errorCode, StartError } from "@reign-tv/kit/start-error.ts";
import { isAlive, processStartTime } from "@reign-tv/kit/process-probe.ts";

/** Holder of DATA_DIR: a pid and its start time. */
const ownerSchema = v.object({
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  startTime: v.nullable(v.string()),
});
type Owner = v.InferOutput<typeof ownerSchema>;

export type ServerLock = { release(): void };

export function serverLockPath(dataDir: string): string {
  return join(dataDir, "server.lock");
}

/**
 * Takes an exclusive lock on DATA_DIR (`server.lock`). Creates the file atomically, and takes over a lock
 * whose owner is dead.
 *
 * @throws StartError when another server runs on the folder.
 */
export function acquireServerLock(dataDir: string): ServerLock {
  const path = serverLockPath(dataDir);
  const draft = `${path}.${process.pid}`;
  const own: Owner = { pid: process.pid, startTime: processStartTime(process.pid) };
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    if (!claim(draft, path)) {
      removeStale(path, dataDir);
      if (!claim(draft, path)) throw occupied(dataDir, readOwner(path));
    }
  } finally {
    unlinkSync(draft);
  }
  return { release: () => release(path, own) };
}

/** True while a server, or a command in its place, holds DATA_DIR. */
export function isServerRunning(dataDir: string): boolean {
  return serverPid(dataDir) !== null;
}

/** Process that holds DATA_DIR now; null when there is none. */
export function serverPid(dataDir: string): number | null {
  const owner = readOwner(serverLockPath(dataDir));
  return owner !== null && isRunning(owner) ? owner.pid : null;
}

/** Start of the server that holds DATA_DIR now, in milliseconds since the epoch; null when there is none. */
export function serverStartedMs(dataDir: string): number | null {
  return isServerRunning(dataDir) ? statSync(serverLockPath(dataDir)).mtimeMs : null;
}

/** Process that holds DATA_DIR, or held it when it crashed; null after a clean end. */
export function lastServerPid(dataDir: string): number | null {
  return readOwner(serverLockPath(dataDir))?.pid ?? null;
}

function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function removeStale(path: string, dataDir: string): void {
  const owner = readOwner(path);
  if (owner !== null && isRunning(owner)) throw occupied(dataDir, owner);
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  // A third server may have taken the stale lock over in between: return it.
  const moved = readOwner(aside);
  if (moved !== null && isRunning(moved)) renameSync(aside, path);
  else unlinkSync(aside);
}

function release(path: string, own: Owner): void {
  const owner = readOwner(path);
  if (owner?.pid === own.pid && owner.startTime === own.startTime) unlinkSync(path);
}

function readOwner(path: string): Owner | null {
  try {
    const parsed = v.safeParse(ownerSchema, JSON.parse(readFileSync(path, "utf8")));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function isRunning(owner: Owner): boolean {
  return isAlive(owner.pid) && processStartTime(owner.pid) === owner.startTime;
}

function occupied(dataDir: string, owner: Owner | null): StartError {
  const who = owner === null ? "" : ` (process ${owner.pid})`;
  return new StartError(
    `Another server${who} is already running on DATA_DIR ${dataDir}. Stop it first. A second site needs a DATA_DIR and PORT of its own.`,
  );
}
