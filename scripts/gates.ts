import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countGate, type GateCounts, type ReportKind } from "./gates/gate-report.ts";
import { MINUTE_MS } from "#shared/durations.ts";

/**
 * Everything that must hold before a change may land, in one run that never stops at the first
 * failure: `npm test`. `npm run check` runs the gates that need neither a database nor a browser.
 * The last line is "N passed, N failed" over all single tests and tools.
 */

type Gate = {
  readonly name: string;
  readonly kind: ReportKind;
  /** Arguments for Node: a tool's entry file and its flags. */
  readonly command: readonly string[];
  readonly modes: readonly GateMode[];
  /** Gate whose success this one builds on. */
  readonly needs?: string;
  /** Runs while nothing else does: what it measures or waits for suffers from company. */
  readonly isAlone?: boolean;
  /** Its last line is told also when it passes: it says whether anybody could be asked. */
  readonly isSaid?: boolean;
};

type GateMode = "test" | "check";
type Outcome = { readonly gate: Gate; readonly counts: GateCounts };

const GATES_AT_ONCE = 2;
const GATE_LIMIT_MS = 25 * MINUTE_MS;
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test"];
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--allowOnly=false"];

const GATES: readonly Gate[] = [
  {
    name: "format",
    kind: "tool",
    command: ["node_modules/oxfmt/bin/oxfmt", "--check", "."],
    modes: ["test", "check"],
  },
  {
    name: "lint",
    kind: "tool",
    command: [
      "node_modules/oxlint/bin/oxlint",
      "--type-aware",
      // Types are loaded for the rules already; the gate "types" adds what the linter leaves out.
      "--type-check",
      "--deny-warnings",
      "--report-unused-disable-directives-severity=error",
    ],
    modes: ["test", "check"],
  },
  {
    name: "types",
    kind: "tool",
    command: ["node_modules/typescript/bin/tsc", "-p", "."],
    modes: ["test"],
  },
  {
    name: "architecture",
    kind: "vitest",
    command: [
      ...VITEST,
      "--project",
      "unit",
      "tests/arch.test.ts",
      "tests/spec-map.test.ts",
      "tests/requirements.test.ts",
    ],
    modes: ["check"],
  },
  {
    name: "dependency rules",
    kind: "tool",
    command: [
      "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
      "{shared,web,server,supabase/functions,scripts}/**/!(*.test|*.fixture).{ts,tsx,mjs}",
      "vite.config.ts",
    ],
    modes: ["test", "check"],
  },
  {
    name: "unit tests",
    kind: "vitest",
    command: [...VITEST, "--project", "unit"],
    modes: ["test"],
  },
  {
    name: "view tests",
    kind: "vitest",
    command: [...VITEST, "--project", "views"],
    modes: ["test"],
  },
  {
    name: "dead code",
    kind: "tool",
    command: ["node_modules/knip/bin/knip.js", "--no-progress"],
    modes: ["test", "check"],
  },
  {
    name: "licences",
    kind: "tool",
    command: ["scripts/gates/licences.ts"],
    modes: ["test", "check"],
  },
  {
    name: "audit",
    kind: "tool",
    command: ["scripts/gates/audit.ts"],
    modes: ["test"],
    isSaid: true,
  },
  {
    name: "database tests",
    kind: "vitest",
    command: [...VITEST, "--project", "database"],
    modes: ["test"],
  },
  { name: "build", kind: "tool", command: ["scripts/setup.mjs", "build"], modes: ["test"] },
  {
    name: "size budget",
    kind: "tool",
    command: ["scripts/gates/size-budget.ts"],
    modes: ["test"],
    needs: "build",
  },
  {
    name: "old engines",
    kind: "tool",
    command: ["scripts/gates/old-engines.ts"],
    modes: ["test"],
    needs: "build",
  },
  {
    name: "container",
    kind: "vitest",
    command: [...VITEST, "--project", "container"],
    modes: ["test"],
    needs: "build",
  },
  {
    name: "server tests",
    kind: "vitest",
    command: [...VITEST, "--project", "servers"],
    modes: ["test"],
    needs: "build",
  },
  {
    name: "browser tests",
    kind: "playwright",
    command: [...PLAYWRIGHT, "--project=desktop", "--project=phone"],
    modes: ["test"],
    needs: "build",
    isAlone: true,
  },
  {
    name: "journeys",
    kind: "playwright",
    command: [...PLAYWRIGHT, "--project=journeys", "--project=phone-journeys"],
    modes: ["test"],
    needs: "build",
    isAlone: true,
  },
];

const REPORT_FLAGS: Record<ReportKind, (file: string) => string[]> = {
  tool: () => [],
  vitest: (file) => ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
  playwright: () => ["--reporter=dot,json"],
};

/** Runs the gates of a mode, at most GATES_AT_ONCE at a time, in the order of the list. */
async function runGates(mode: GateMode, reportFolder: string): Promise<Outcome[]> {
  const waiting = GATES.filter((gate) => gate.modes.includes(mode));
  const running = new Map<string, Promise<Outcome>>();
  const outcomes: Outcome[] = [];
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find((gate) => !gate.needs || hasEnded(gate.needs, outcomes));
    const isRoom = running.size < (next?.isAlone ? 1 : GATES_AT_ONCE);
    if (next && isRoom) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.name, runGate(next, outcomes, reportFolder));
      if (!next.isAlone && running.size < GATES_AT_ONCE) continue;
    }
    const outcome = await Promise.race(running.values());
    running.delete(outcome.gate.name);
    outcomes.push(outcome);
  }
  return outcomes;
}

function hasEnded(name: string, outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ gate }) => gate.name === name);
}

async function runGate(gate: Gate, before: readonly Outcome[], folder: string): Promise<Outcome> {
  const basis = before.find((outcome) => outcome.gate.name === gate.needs);
  if (basis && basis.counts.failed > 0) {
    const counts = { passed: 0, failed: 1, skipped: 0 };
    printOutcome(gate, counts, 0, `not run: ${basis.gate.name} failed\n`);
    return { gate, counts };
  }
  const startedAt = performance.now();
  const reportFile = join(folder, `${gate.name.replaceAll(" ", "-")}.json`);
  const { exitCode, output } = await runNode(
    [...gate.command, ...REPORT_FLAGS[gate.kind](reportFile)],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
  );
  const counts = countGate(gate.kind, exitCode, readOrNull(reportFile));
  printOutcome(gate, counts, performance.now() - startedAt, output);
  return { gate, counts };
}

function runNode(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env, CI: "1", NO_COLOR: "1", FORCE_COLOR: undefined },
      timeout: GATE_LIMIT_MS,
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

function printOutcome(gate: Gate, counts: GateCounts, tookMs: number, output: string): void {
  const verdict = counts.failed === 0 ? "ok    " : "FAILED";
  const seconds = `${(tookMs / 1000).toFixed(1)} s`.padStart(8);
  const tests =
    gate.kind === "tool"
      ? ""
      : `   ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
  console.log(`${gate.name.padEnd(16)}${verdict}${seconds}${tests}`);
  if (counts.failed === 0 && gate.isSaid) console.log(`    ${output.trimEnd().split("\n").at(-1)}`);
  if (counts.failed > 0) console.log(output.trimEnd().replaceAll(/^/gm, "    "));
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

const reportFolder = mkdtempSync(join(tmpdir(), "reign-gates-"));
const outcomes = await runGates(process.argv[2] === "check" ? "check" : "test", reportFolder);
rmSync(reportFolder, { recursive: true, force: true });
const passed = outcomes.reduce((sum, { counts }) => sum + counts.passed, 0);
const failed = outcomes.reduce((sum, { counts }) => sum + counts.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
