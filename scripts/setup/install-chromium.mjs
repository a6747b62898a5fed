import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { run, say } from "./machine.mjs";
import { SetupError } from "./setup-plan.mjs";

/** Browser of the tests: takes less than half the processor time of Chromium without a window. */
export const HEADLESS_SHELL = "chromium-headless-shell";
/** The whole browser, for features that the shell lacks (installation of the app) and for screenshots. */
export const CHROMIUM = "chromium";
const PACKAGE_LOCK_DELAY_MS = 5_000;
const PACKAGE_LOCK_ATTEMPTS = 36;

/**
 * Installs missing browser packages of Debian.
 *
 * @param packages names of packages, which are also the names of their commands
 * @throws SetupError when one is missing and cannot be installed here
 */
export async function installBrowsers(packages) {
  const missing = missingOf(packages);
  if (missing.length === 0) return;
  const names = missing.join(" and ");
  const manual = `the browser tests need it: install Debian's ${names} and run npm test again.`;
  if (!existsSync("/usr/bin/apt-get")) throw new SetupError(`${names} is missing; ${manual}`);
  if (process.getuid?.() !== 0) {
    throw new SetupError(`${names} is missing and only root may install it; ${manual}`);
  }
  say(`Installing ${names} for the browser tests (first time only)...`);
  await runApt(["update"]);
  await runApt(["install", "--yes", "--no-install-recommends", ...missing, "fonts-liberation"]);
  if (missingOf(packages).length > 0) {
    throw new SetupError(`${names} was not installed; ${manual}`);
  }
}

function missingOf(packages) {
  return packages.filter((name) => !existsSync(`/usr/bin/${name}`));
}

async function runApt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (let attempt = 1; ; attempt += 1) {
    const { code, output } = await run("/usr/bin/apt-get", ["--quiet", ...args], { env });
    if (code === 0) return;
    const isLocked = /Could not get lock|Unable to (?:acquire|lock)|is another process using it/i;
    if (!isLocked.test(output) || attempt === PACKAGE_LOCK_ATTEMPTS) {
      const reason = output.split("\n").find((line) => line.startsWith("E:")) ?? "no reason given";
      throw new SetupError(`apt-get ${args[0]} failed (${reason}).`);
    }
    if (attempt === 1) say("Waiting for another package installation to end...");
    await sleep(PACKAGE_LOCK_DELAY_MS);
  }
}
