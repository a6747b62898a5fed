import { readdirSync, readFileSync } from "node:fs";
import {
  ENGINE_LEVEL,
  oldStyleErrors,
  PAGE_LEVEL,
  scriptErrors,
  type ScriptLevel,
  TV_LEVEL,
} from "./syntax-level.ts";

/**
 * Gate: the oldest supported engine can parse every built file (docs/operating.md, "Browsers"). Prints the
 * number of files, so that it never passes on none, and every error.
 */

const ASSETS = "dist/client/assets";
const FEWEST_FILES = 20;

/** Files of the television page; every other script belongs to the pages. */
const TV_FILES: readonly [name: RegExp, level: ScriptLevel][] = [
  [/^tv-[\w-]{8}\.js$/, TV_LEVEL],
  [/^hls\.light\.min-.+\.js$/, ENGINE_LEVEL],
];
const TV_STYLES = /^style-[\w-]{8}\.css$/;

const names = readdirSync(ASSETS);
const scripts = names.filter((name) => name.endsWith(".js"));
const errors = [
  ...scripts.flatMap((name) => {
    const level = TV_FILES.find(([pattern]) => pattern.test(name))?.[1] ?? PAGE_LEVEL;
    return scriptErrors(read(name), level).map((error) => `${name}: ${error}`);
  }),
  ...names
    .filter((name) => TV_STYLES.test(name))
    .flatMap((name) => oldStyleErrors(read(name)).map((error) => `${name}: ${error}`)),
];

for (const [pattern] of [...TV_FILES, [TV_STYLES]]) {
  if (!names.some((name) => pattern.test(name))) errors.push(`the build holds no ${pattern}`);
}
if (scripts.length < FEWEST_FILES) errors.push(`only ${scripts.length} scripts were found`);
for (const error of errors) console.log(error);
console.log(`${scripts.length} scripts read, ${errors.length} faults`);
process.exitCode = errors.length === 0 ? 0 : 1;

function read(name: string): string {
  return readFileSync(`${ASSETS}/${name}`, "utf8");
}
