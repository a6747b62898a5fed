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

/** npm writes it last. */
const INSTALLED_STATE = join(MODULES, ".package-lock.json");
/** Size of node_modules without and with the tools, and space for the build. */
const INSTALLED_BYTES = 450_000_000;
const INSTALLED_WITH_TOOLS_BYTES = 700_000_000;
/** With less free space than this, a failed installation failed because the disk is full. */
const FULL_DISK_BYTES = 20_000_000;
const DISK_FULL = "The disk is full: free 1 GB and run the command again.";
const INSTALL_DELAYS_MS = [2_000, 8_000];

/**
 * Makes node_modules match package-lock.json; does nothing when it does already.
 *
 * @param needsTools whether `devDependencies` are needed as well
 * @throws SetupError with a sentence for people
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
    // npm may exit with 0 on a disk that is full by then, so check the result.
    if (code === 0 && isInstalled(lock, readOrNull(INSTALLED_STATE), plan.withTools)) break;
    if (freeBytes() < FULL_DISK_BYTES) throw new SetupError(DISK_FULL);
    const { sentence, isWorthRetrying } = explainInstallFailure(output);
    const delayMs = INSTALL_DELAYS_MS[attempt];
    if (!isWorthRetrying || delayMs === undefined) throw new SetupError(sentence);
    say(`${sentence} Trying again...`);
    await sleep(delayMs);
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

/** The package "node" includes headers for compiling native modules, 68 MB; the project compiles none. */
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
