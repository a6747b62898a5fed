import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, projectEnvironment, projectNode, readOrNull, run, say } from "./machine.mjs";
import { BUILD_INPUTS, SetupError } from "./setup-plan.mjs";

const BUILD_STAMP = join(ROOT, "dist", "current", ".inputs");

/** Builds the web app unless the last build is one of the same inputs. */
export async function buildWhenStale() {
  if (readOrNull(BUILD_STAMP) === hashInputs()) return;
  await build();
}

/**
 * Builds the web app.
 *
 * @throws SetupError when it cannot be built; what the build printed is on standard error then
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
