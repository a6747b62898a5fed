import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { IS_WINDOWS, MODULES, ROOT, readOrNull, run, say } from "./machine.mjs";
import {
  SetupError,
  explainInstallFailure,
  installEnvironment,
  isInstalled,
  planInstallation,
} from "./setup-plan.mjs";

/** Written by npm as its last act. */
const INSTALLED_STATE = join(MODULES, ".package-lock.json");
/** What node_modules takes without and with the tools, with room for the build. */
const INSTALLED_BYTES = 450_000_000;
const INSTALLED_WITH_TOOLS_BYTES = 700_000_000;
/** With less than this left, a failed installation failed for want of room. */
const FULL_DISK_BYTES = 20_000_000;
const DISK_FULL = "The disk is full: free 1 GB and run the command again.";
const INSTALL_PAUSES_MS = [2_000, 8_000];

/**
 * Brings node_modules to what package-lock.json asks for; at once when it is there.
 *
 * @param needsTools  whether `devDependencies` are needed as well
 * @throws SetupError when it cannot be done, in words for people
 */
export async function installDependencies(needsTools) {
  const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  const plan = planInstallation(lock, readOrNull(INSTALLED_STATE), needsTools);
  if (plan === null) return;
  if (!existsSync(MODULES) && freeBytes() < bytesOf(plan)) throw new SetupError(DISK_FULL);
  say(announce(plan));
  const started = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const { code, output } = await runNpm(plan.args);
    // npm may end well on a disk that has filled up meanwhile: what counts is what is there.
    if (code === 0 && isInstalled(lock, readOrNull(INSTALLED_STATE), plan.withTools)) break;
    if (freeBytes() < FULL_DISK_BYTES) throw new SetupError(DISK_FULL);
    const { sentence, isWorthRetrying } = explainInstallFailure(output);
    const pauseMs = INSTALL_PAUSES_MS[attempt];
    if (!isWorthRetrying || pauseMs === undefined) throw new SetupError(sentence);
    say(`${sentence} Trying again...`);
    await sleep(pauseMs);
  }
  removeNodeHeaders();
  say(`Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function bytesOf({ withTools }) {
  return withTools ? INSTALLED_WITH_TOOLS_BYTES : INSTALLED_BYTES;
}

function announce({ args }) {
  if (args[0] === "install") return "Adding what tests and packaging need (first time only)...";
  if (existsSync(MODULES)) return "Updating dependencies...";
  return "Installing dependencies (first start only)...";
}

/** The package "node" brings the headers for compiling native modules, 68 MB: every one of ours comes compiled. */
function removeNodeHeaders() {
  const folder = join(MODULES, "node", "node_modules");
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    rmSync(join(folder, entry.name, "include"), { recursive: true, force: true });
  }
}

function freeBytes() {
  const { bavail, bsize } = statfsSync(ROOT);
  return bavail * bsize;
}

function runNpm(args) {
  const flags = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const env = installEnvironment(process.env);
  const npmScript = process.env.npm_execpath;
  if (npmScript?.endsWith(".js")) {
    return run(process.execPath, [npmScript, ...args, ...flags], { env });
  }
  return run("npm", [...args, ...flags], { env, shell: IS_WINDOWS });
}
