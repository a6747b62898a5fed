import { parseArgs } from "node:util";
import { publishRelease, returnToRelease } from "#scripts/build/releases.mjs";
import { type CheckResult, resultLines } from "@reign-tv/operations/doctor/check-result.ts";
import { addressOf } from "#server/http/http-server.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { backupSettings } from "#server/settings/backup-settings.ts";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { checkUpgrade } from "@reign-tv/operations/upgrade/check-upgrade.ts";
import { gitAt } from "@reign-tv/operations/upgrade/git.ts";
import { readNextRelease } from "@reign-tv/operations/upgrade/next-release.ts";
import { finishUpgrade, runUpgrade } from "@reign-tv/operations/upgrade/run-upgrade.ts";
import {
  readConditions,
  type UpgradeDeps,
  upgradeSteps,
} from "@reign-tv/operations/upgrade/upgrade-steps.ts";
import { runCommand } from "./run-command.ts";

const START_LIMIT_MS = MINUTE_MS;

/**
 * Upgrades next to the running server, with its variables and account:
 *
 *   npm run upgrade -- --check      prints the effects and the reasons against it; changes nothing
 *   npm run upgrade                 the newest release of the branch that is checked out
 *   npm run upgrade -- v1.2.0       that release
 *   --wait 120                      seconds until a release that is not ready has failed (60)
 *   --backed-up                     the database at DATABASE_URL has its own backup
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: {
      check: { type: "boolean", default: false },
      "backed-up": { type: "boolean", default: false },
      wait: { type: "string" },
    },
    allowPositionals: true,
  });
  const root = process.cwd();
  const git = gitAt(root);
  const config = parseConfig(process.env);
  const next = await readNextRelease(git, positionals[0] ?? null);
  const deps: UpgradeDeps = {
    root,
    git,
    settings: backupSettings(config),
    builds: { publish: publishRelease, restore: returnToRelease },
    url: ownUrl(config),
    waitMs: readWait(values.wait),
    say: (line) => console.log(line),
  };
  const conditions = await readConditions(next, deps, values["backed-up"]);
  const results = checkUpgrade(conditions);
  for (const result of results) console.log(resultLines(result));
  if (hasProblem(results)) throw new Error("Nothing was changed: solve the problems above first.");
  if (values.check) return;
  const steps = upgradeSteps(next, deps);
  if (next.from.commit !== next.to.commit) await runUpgrade(steps);
  else if (conditions.isServerBehind) await finishUpgrade(steps);
}

/** Longest time, in milliseconds, until the new release has to be ready. */
export function readWait(given: string | undefined): number {
  if (given === undefined) return START_LIMIT_MS;
  const waitMs = Number(given) * 1_000;
  if (waitMs > 0) return waitMs;
  throw new Error(`--wait takes seconds, not "${given}".`);
}

function hasProblem(results: readonly CheckResult[]): boolean {
  return results.some(({ status }) => status === "problem");
}

/** URL of the server on this machine. */
function ownUrl({ HOST, PORT }: Config): string {
  return addressOf(HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST, PORT);
}

if (import.meta.main) await runCommand(main);
