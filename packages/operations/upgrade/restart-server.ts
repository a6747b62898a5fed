import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, waitForExit } from "@reign-tv/kit/process-probe.ts";
import { lastServerPid, serverPid } from "@reign-tv/backend/operations";
import { RESTART_SIGNAL } from "@reign-tv/kit/restart-signal.ts";

/** Result of a restart. */
export type StartResult =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string };

export type RestartTarget = {
  readonly dataDir: string;
  /** URL of the server on this machine. */
  readonly url: string;
  /** Longest time from the end of one server to the readiness of the next. */
  readonly waitMs: number;
};

/** Requests finish within ten seconds, then the database is stopped. */
const END_LIMIT_MS = 60_000;
const POLL_MS = 50;
const RESPONSE_TIMEOUT_MS = 2_000;
/** The supervisor restarts a failed server once. */
const FAILED_STARTS = 2;

/**
 * Ends the server of a DATA_DIR in order; its supervisor starts the files that are in place then.
 *
 * @returns when the database was released, in milliseconds since the epoch; null when no server ran.
 * @throws Error when it does not end.
 */
export async function endServer({ dataDir }: RestartTarget): Promise<number | null> {
  const pid = serverPid(dataDir);
  if (pid === null) return null;
  process.kill(pid, RESTART_SIGNAL);
  if (await waitForExit(pid, END_LIMIT_MS)) return Date.now();
  throw new Error(`The server (process ${pid}) does not stop: restart it and check its log.`);
}

/** Waits for the server that the supervisor starts. */
export async function awaitServer({ dataDir, url, waitMs }: RestartTarget): Promise<StartResult> {
  const deadline = Date.now() + waitMs;
  const seen = new Set<number>();
  while (Date.now() < deadline) {
    const pid = lastServerPid(dataDir);
    if (pid !== null) seen.add(pid);
    if (pid !== null && isAlive(pid) && (await isReady(url))) return { kind: "ready" };
    const failed = [...seen].filter((one) => !isAlive(one)).length;
    if (failed >= FAILED_STARTS)
      return { kind: "failed", reason: "it crashed twice while starting" };
    await sleep(POLL_MS);
  }
  const seconds = Math.round(waitMs / 1_000);
  const reason =
    seen.size === 0 ? `none started within ${seconds} s` : `it was not ready after ${seconds} s`;
  return { kind: "failed", reason };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(new URL("/readyz", url), {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    headers: { connection: "close" },
  }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}
