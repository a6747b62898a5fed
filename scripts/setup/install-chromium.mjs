import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { run, say } from "./machine.mjs";
import { SetupError } from "./setup-plan.mjs";

const CHROMIUM = "/usr/bin/chromium";
const PACKAGE_LOCK_PAUSE_MS = 5_000;
const PACKAGE_LOCK_ATTEMPTS = 36;

/**
 * Makes sure of the browser that the tests drive: Debian's own.
 *
 * @throws SetupError when it is missing and cannot be installed here
 */
export async function installChromium() {
  if (existsSync(CHROMIUM)) return;
  const manual =
    "the browser tests need it: install Debian's package chromium and run npm test again.";
  if (!existsSync("/usr/bin/apt-get")) throw new SetupError(`There is no ${CHROMIUM}; ${manual}`);
  if (process.getuid?.() !== 0) {
    throw new SetupError(`There is no ${CHROMIUM} and only root may install it; ${manual}`);
  }
  say("Installing Chromium for the browser tests (first time only)...");
  const packages = ["chromium", "fonts-liberation"];
  await runApt(["update"]);
  await runApt(["install", "--yes", "--no-install-recommends", ...packages]);
  if (!existsSync(CHROMIUM)) throw new SetupError(`Chromium was not installed; ${manual}`);
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
    await sleep(PACKAGE_LOCK_PAUSE_MS);
  }
}
