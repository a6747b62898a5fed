import { relative } from "node:path";
import * as v from "valibot";

/**
 * Counts of one gate. A tool such as the type checker counts as one, a test runner counts every test; a
 * runner that crashed or ran nothing never passes.
 */
export type GateCounts = { passed: number; failed: number; skipped: number };

/** Source of a gate's result: its exit code alone, or a runner's JSON report too. */
export type ReportKind = "tool" | "vitest" | "playwright";

const vitestReportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      startTime: v.number(),
      endTime: v.number(),
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string() })),
    }),
  ),
});

const playwrightReportSchema = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  errors: v.array(v.unknown()),
  suites: v.array(v.unknown()),
});

/** Groups of tests within a file; each test has a result per project and attempt. */
const playwrightSuiteSchema = v.object({
  file: v.string(),
  specs: v.array(
    v.object({
      tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
    }),
  ),
  suites: v.optional(v.array(v.unknown())),
});

/** Duration of one test file, in milliseconds. */
export type FileTime = { readonly file: string; readonly tookMs: number };

/**
 * Counts the results of a finished gate.
 *
 * @param exitCode of the gate's process
 * @param report text of the runner's JSON report, null when it wrote none
 */
export function countGate(kind: ReportKind, exitCode: number, report: string | null): GateCounts {
  if (kind === "tool") {
    return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  }
  const counts = report === null ? null : readReport(kind, report);
  if (counts === null) return { passed: 0, failed: 1, skipped: 0 };
  const isEmpty = counts.passed + counts.failed === 0;
  const hasCrashed = exitCode !== 0 && counts.failed === 0;
  return isEmpty || hasCrashed ? { ...counts, failed: counts.failed + 1 } : counts;
}

function readReport(kind: "vitest" | "playwright", text: string): GateCounts | null {
  try {
    const report: unknown = JSON.parse(text);
    return kind === "vitest" ? countVitest(report) : countPlaywright(report);
  } catch {
    return null;
  }
}

function countVitest(report: unknown): GateCounts {
  const parsed = v.parse(vitestReportSchema, report);
  // A file that cannot be loaded fails without a failed test of its own.
  const brokenFiles = parsed.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  ).length;
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + brokenFiles,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
  };
}

/** A flaky test (failed, then passed on a retry) counts as failed: tests must be repeatable. */
function countPlaywright(report: unknown): GateCounts {
  const { stats, errors } = v.parse(playwrightReportSchema, report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** Durations of the test files of a finished gate; none for tools and without a readable report. */
export function fileTimes(kind: ReportKind, report: string | null): FileTime[] {
  if (kind === "tool" || report === null) return [];
  try {
    const content: unknown = JSON.parse(report);
    return kind === "vitest" ? vitestFileTimes(content) : playwrightFileTimes(content);
  } catch {
    return [];
  }
}

function vitestFileTimes(report: unknown): FileTime[] {
  return v.parse(vitestReportSchema, report).testResults.map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    tookMs: endTime - startTime,
  }));
}

function playwrightFileTimes(report: unknown): FileTime[] {
  return v
    .parse(playwrightReportSchema, report)
    .suites.map((suite) => v.parse(playwrightSuiteSchema, suite))
    .map((suite) => ({ file: `tests/${suite.file}`, tookMs: sumOfSuite(suite) }));
}

function sumOfSuite({ specs, suites = [] }: v.InferOutput<typeof playwrightSuiteSchema>): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce<number>(
    (sum, suite) => sum + sumOfSuite(v.parse(playwrightSuiteSchema, suite)),
    own,
  );
}
