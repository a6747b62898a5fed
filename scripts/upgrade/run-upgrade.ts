import type { ReadyRelease } from "./release-folder.ts";
import type { StartOutcome } from "./restart-server.ts";

/** What an upgrade does to the machine; its order is `runUpgrade`'s. */
export type UpgradeSteps = {
  readonly names: { readonly from: string; readonly to: string };
  build(): Promise<ReadyRelease>;
  /** Before something is taken away from the database; null when nothing is. */
  readonly backUp: (() => Promise<void>) | null;
  /** Brings the database back to a moment; null when the release before can go on with it as it is. */
  readonly restoreTo: ((momentMs: number) => Promise<void>) | null;
  /** Ends the running server. @returns when it had ended; null when none ran. */
  end(): Promise<number | null>;
  awaitStart(): Promise<StartOutcome>;
  readonly say: (line: string) => void;
};

/**
 * Upgrades: builds beside, makes a backup where it may be needed, switches, restarts, and goes back when the
 * new release does not start.
 *
 * @throws Error in one sentence when the new release is not in use afterwards.
 */
export async function runUpgrade(steps: UpgradeSteps): Promise<void> {
  const { names, say } = steps;
  say(`Building ${names.to} beside the release in use...`);
  const ready = await steps.build();
  if (steps.backUp !== null) {
    say("Making a backup: this release changes the database for good...");
    await steps.backUp();
  }
  say("Switching...");
  const switched = await ready.switchOver();
  const endedMs = await steps.end();
  if (endedMs === null) {
    say(`${names.to} is in place. No server ran: start it.`);
    return;
  }
  const started = await steps.awaitStart();
  if (started.kind === "ready") {
    say(`${names.to} serves. Files of the release before are kept for a week, for open pages.`);
    return;
  }
  const reason = started.kind === "failed" ? started.reason : "no server runs";
  say(`${names.to} does not start (${reason}). Going back to ${names.from}...`);
  await switched.switchBack();
  await steps.end();
  if (steps.restoreTo !== null) await steps.restoreTo(endedMs);
  const back = await steps.awaitStart();
  const serves = back.kind === "ready" ? `${names.from} serves again` : `start ${names.from}`;
  throw new Error(
    `${names.to} does not start (${reason}): ${serves}. The log of the server says why; nothing was lost.`,
  );
}
