import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const MODULE = pathToFileURL("scripts/setup/run-in-foreground.mjs").href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "run-in-foreground-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program that ends with one code after the other; returns the last code and the number of starts. */
function runPrograms(codes: readonly number[], isServer: boolean) {
  const starts = join(folder, "starts");
  const program = join(folder, "program.mjs");
  writeFileSync(starts, "");
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from "node:fs";
     appendFileSync(${JSON.stringify(starts)}, "x");
     const number = readFileSync(${JSON.stringify(starts)}).length;
     process.exit(${JSON.stringify(codes)}[number - 1]);`,
  );
  const script = `import { runInForeground } from ${JSON.stringify(MODULE)};
    const how = { isServer: ${isServer}, env: process.env, delayMs: 1 };
    runInForeground([process.execPath, ${JSON.stringify(program)}], how);`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", script]);
  return { status, starts: readFileSync(starts, "utf8").length };
}

it("passes on the exit code of a program", () => {
  expect(runPrograms([7], true)).toEqual({ status: 7, starts: 1 });
});

it("restarts a server on request", () => {
  expect(runPrograms([75, 0], true)).toEqual({ status: 0, starts: 2 });
});

it("restarts one that fails after that, so that an upgrade can restore the previous release", () => {
  expect(runPrograms([75, 1, 1, 0], true)).toEqual({ status: 0, starts: 4 });
});

it("restarts no other program", () => {
  expect(runPrograms([75, 0], false)).toEqual({ status: 75, starts: 1 });
});
