import { messageOf } from "@reign-tv/kit/start-error.ts";
import type { ReadyRelease, SwitchedRelease } from "./release-folder.ts";
import type { StartResult } from "./restart-server.ts";

/** A server that ended, and cannot be started until it is released. */
export type StoppedServer = {
  /** Its end; null when none ran. */
  readonly endedMs: number | null;
  release(): void;
};

/** Transfer of rows to another major version of PostgreSQL. */
export type RowTransfer = {
  /** Ends the running server and exports its database with the previous release, while that is still in place. */
  exportRows(): Promise<StoppedServer>;
  /** Creates the new database with the new release, and keeps the old one next to it. */
  importRows(): Promise<void>;
};

/** Steps of an upgrade; `runUpgrade` orders them. */
export type UpgradeSteps = {
  readonly names: { readonly from: string; readonly to: string };
  build(): Promise<ReadyRelease>;
  /** Runs before data or structure is removed; null when nothing is. */
  readonly backUp: (() => Promise<void>) | null;
  /** Null when PostgreSQL's major version stays. */
  readonly transfer: RowTransfer | null;
  /** Restores the database to a point in time; null when the previous release can use it as it is. */
  readonly restoreTo: ((momentMs: number) => Promise<void>) | null;
  /**
   * Ends the running server.
   *
   * @returns its end; null when none ran.
   */
  end(): Promise<number | null>;
  awaitStart(): Promise<StartResult>;
  readonly say: (line: string) => void;
};

/**
 * Upgrades: builds, backs up when necessary, exports for another major version of PostgreSQL, switches,
 * restarts, and reverts when the new release does not start.
 *
 * @throws Error in one sentence when the new release is not in use afterwards.
 */
export async function runUpgrade(steps: UpgradeSteps): Promise<void> {
  const { names, say } = steps;
  say(`Building ${names.to} next to the current release...`);
  const ready = await steps.build();
  if (steps.backUp !== null) {
    say("Making a backup: this release changes the database permanently...");
    await steps.backUp();
  }
  const { switched, endedMs } = await switchReleases(ready, steps);
  const reason = await findFailure(steps, endedMs !== null);
  if (reason === null) {
    say(
      endedMs === null
        ? `${names.to} is installed. No server was running: start it.`
        : `${names.to} is running. Files of the previous release are kept for a week for open pages.`,
    );
    return;
  }
  say(`${names.to} does not start (${reason}). Rolling back to ${names.from}...`);
  await switched.switchBack();
  await steps.end();
  if (steps.restoreTo !== null) await steps.restoreTo(endedMs ?? Date.now());
  const serves =
    endedMs !== null && (await steps.awaitStart()).kind === "ready"
      ? `${names.from} is running again`
      : `start ${names.from}`;
  throw new Error(
    `${names.to} does not start (${reason}): ${serves}. See the server log for the cause. No data was lost.`,
  );
}

/**
 * Restarts the server, for an upgrade that was killed between the switch and the restart.
 *
 * @throws Error in one sentence when the server does not start.
 */
export async function finishUpgrade(steps: UpgradeSteps): Promise<void> {
  const { names, say } = steps;
  say(`Restarting the server with ${names.to}...`);
  await steps.end();
  const started = await steps.awaitStart();
  if (started.kind === "failed") {
    throw new Error(`${names.to} does not start (${started.reason}): see the server log.`);
  }
  say(`${names.to} is running.`);
}

async function switchReleases(
  ready: ReadyRelease,
  steps: UpgradeSteps,
): Promise<{ switched: SwitchedRelease; endedMs: number | null }> {
  const { transfer, say } = steps;
  if (transfer === null) {
    say("Switching...");
    return { switched: await ready.switchOver(), endedMs: await steps.end() };
  }
  say("Ending the server and exporting its database, for another major version of PostgreSQL...");
  const stopped = await transfer.exportRows();
  try {
    say("Switching...");
    return { switched: await ready.switchOver(), endedMs: stopped.endedMs };
  } finally {
    stopped.release();
  }
}

/** @returns why the new release does not serve; null when it does, or when no server ran before. */
async function findFailure(steps: UpgradeSteps, isAwaited: boolean): Promise<string | null> {
  const { transfer, say } = steps;
  if (transfer !== null) {
    say("Importing into a new database...");
    try {
      await transfer.importRows();
    } catch (error) {
      return messageOf(error);
    }
  }
  if (!isAwaited) return null;
  const started = await steps.awaitStart();
  return started.kind === "ready" ? null : started.reason;
}
