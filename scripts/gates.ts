import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { GATES, type Gate, type GateMode } from "./gates/gate-list.ts";
import {
  countGate,
  fileTimes,
  type FileTime,
  type GateCounts,
  type ReportKind,
} from "./gates/gate-report.ts";
import { makeWorkFolder } from "./gates/work-folder.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

/**
 * Runs the quality gates and never stops at the first failure:
 *
 *   npm run check                  the gates that need neither a database nor a browser
 *   npm test [-- NAME ...]         all gates, or those whose name begins with NAME (and what they need)
 *   npm run test:full [-- NAME]    with exhaustive and slow tests, screenshots and random seeds
 *
 * Prints the time of each gate and of the ten slowest test files. The last line is "N passed, N failed" over all
 * single tests and tools.
 */

type GateResult = {
  readonly gate: Gate;
  readonly counts: GateCounts;
  readonly files: readonly FileTime[];
};

const MODES: readonly GateMode[] = ["check", "test", "full"];
const GATES_AT_ONCE = 2;
const GATE_TIMEOUT_MS = 35 * MINUTE_MS;
const SLOWEST_FILES = 10;
const SECOND_MS = 1_000;

const REPORT_FLAGS: Record<ReportKind, (file: string) => string[]> = {
  tool: () => [],
  vitest: (file) => ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
  playwright: () => ["--reporter=dot,json"],
};

/** Gates of a mode, or those whose name begins with one of `names`, with the gates that they need. */
function chooseGates(mode: GateMode, names: readonly string[]): readonly Gate[] {
  const ofMode = GATES.filter((gate) => gate.modes.includes(mode));
  if (names.length === 0) return ofMode;
  const named = ofMode.filter(({ name }) => names.some((start) => name.startsWith(start)));
  return ofMode.filter(
    (gate) => named.includes(gate) || named.some((one) => one.needs === gate.name),
  );
}

/** Runs gates, at most GATES_AT_ONCE at a time, in the order of the list. */
async function runGates(
  gates: readonly Gate[],
  mode: GateMode,
  reportFolder: string,
): Promise<GateResult[]> {
  const waiting = [...gates];
  const running = new Map<string, Promise<GateResult>>();
  const results: GateResult[] = [];
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find((gate) => !gate.needs || hasEnded(gate.needs, results));
    const isFree = running.size < (next?.isAlone ? 1 : GATES_AT_ONCE);
    if (next && isFree) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.name, runGate(next, results, mode, reportFolder));
      if (!next.isAlone && running.size < GATES_AT_ONCE) continue;
    }
    const result = await Promise.race(running.values());
    running.delete(result.gate.name);
    results.push(result);
  }
  return results;
}

function hasEnded(name: string, results: readonly GateResult[]): boolean {
  return results.some(({ gate }) => gate.name === name);
}

async function runGate(
  gate: Gate,
  before: readonly GateResult[],
  mode: GateMode,
  folder: string,
): Promise<GateResult> {
  const needed = before.find((result) => result.gate.name === gate.needs);
  if (needed && needed.counts.failed > 0) {
    const counts = { passed: 0, failed: 1, skipped: 0 };
    printGate(gate, counts, 0, `not run: ${needed.gate.name} failed\n`);
    return { gate, counts, files: [] };
  }
  const startedAt = performance.now();
  const reportFile = join(folder, `${gate.name.replaceAll(" ", "-")}.json`);
  const { exitCode, output } = await runNode(
    [...gate.command, ...REPORT_FLAGS[gate.kind](reportFile)],
    {
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      TMPDIR: folder,
      ...(mode === "full" && { FULL: "1", RANDOM_SEEDS: "1" }),
    },
  );
  const report = readOrNull(reportFile);
  const counts = countGate(gate.kind, exitCode, report);
  printGate(gate, counts, performance.now() - startedAt, output);
  return { gate, counts, files: fileTimes(gate.kind, report) };
}

function runNode(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env, CI: "1", NO_COLOR: "1", FORCE_COLOR: undefined },
      timeout: GATE_TIMEOUT_MS,
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => resolve({ exitCode: 1, output: error.message }));
    child.on("close", (code) => {
      resolve({ exitCode: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}

function printGate(gate: Gate, counts: GateCounts, tookMs: number, output: string): void {
  const result = counts.failed === 0 ? "ok    " : "FAILED";
  const tests =
    gate.kind === "tool"
      ? ""
      : `   ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  console.log(`${gate.name.padEnd(18)}${result}${secondsText(tookMs)}${tests}`);
  if (counts.failed > 0) console.log(output.trimEnd().replaceAll(/^/gm, "    "));
}

function printSlowestFiles(files: readonly FileTime[]): void {
  const slowest = files.toSorted((a, b) => b.tookMs - a.tookMs).slice(0, SLOWEST_FILES);
  if (slowest.length > 0) console.log("\nslowest files");
  for (const { file, tookMs } of slowest) console.log(`${secondsText(tookMs)}   ${file}`);
}

function secondsText(ms: number): string {
  return `${(ms / SECOND_MS).toFixed(1)} s`.padStart(9);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

async function main([modeGiven, ...names]: readonly string[]): Promise<void> {
  const mode = MODES.find((one) => one === modeGiven) ?? "test";
  const gates = chooseGates(mode, names);
  if (gates.length === 0) {
    const known = GATES.filter((gate) => gate.modes.includes(mode)).map(({ name }) => name);
    console.error(`No gate has this name. Gates: ${known.join(", ")}`);
    process.exitCode = 1;
    return;
  }
  const startedAt = performance.now();
  const folder = makeWorkFolder();
  const results = await runGates(gates, mode, folder);
  printSlowestFiles(results.flatMap(({ files }) => files));
  const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0);
  const failed = results.reduce((sum, { counts }) => sum + counts.failed, 0);
  console.log(`\nwhole run${secondsText(performance.now() - startedAt)}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
  // A process of a test may still write while it ends.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

await main(process.argv.slice(2));
