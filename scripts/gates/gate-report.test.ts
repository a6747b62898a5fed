import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { countGate, fileTimes } from "./gate-report.ts";

function vitestReport(counts: Record<string, number>, files: unknown[] = []): string {
  return JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: files,
    ...counts,
  });
}

function playwrightReport(stats: Record<string, number>, errors: unknown[] = []): string {
  return JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
    errors,
    suites: [
      {
        file: "e2e/home.spec.ts",
        specs: [{ tests: [{ results: [{ duration: 100 }, { duration: 200 }] }] }],
        suites: [
          { file: "e2e/home.spec.ts", specs: [{ tests: [{ results: [{ duration: 50 }] }] }] },
        ],
      },
    ],
  });
}

function vitestFile(status: string, assertions: readonly string[]): unknown {
  const assertionResults = assertions.map((one) => ({ status: one }));
  return { name: resolve("server/a.test.ts"), startTime: 5, endTime: 12, status, assertionResults };
}

describe("a tool", () => {
  it("counts as one test that passed or failed", () => {
    expect(countGate("tool", 0, null)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(countGate("tool", 2, null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("vitest", () => {
  it("counts every test", () => {
    const report = vitestReport({ numPassedTests: 7, numFailedTests: 2, numTodoTests: 1 });
    expect(countGate("vitest", 1, report)).toEqual({ passed: 7, failed: 2, skipped: 1 });
  });

  it("counts a file that could not be loaded as one failure", () => {
    const report = vitestReport({ numPassedTests: 7 }, [
      vitestFile("failed", []),
      vitestFile("passed", ["passed"]),
    ]);
    expect(countGate("vitest", 1, report)).toEqual({ passed: 7, failed: 1, skipped: 0 });
  });

  it.each([
    ["it crashed before its report", 1, null],
    ["its report is damaged", 0, "{"],
    ["its report has another shape", 0, "{}"],
    ["it ran no test", 0, vitestReport({})],
    ["every test was skipped", 0, vitestReport({ numPendingTests: 3 })],
  ])("fails when %s", (_situation, exitCode, report) => {
    expect(countGate("vitest", exitCode, report)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("fails when an error outside of every test ended it", () => {
    expect(countGate("vitest", 1, vitestReport({ numPassedTests: 7 }))).toMatchObject({
      passed: 7,
      failed: 1,
    });
  });
});

describe("playwright", () => {
  it("counts a flaky test as a failure", () => {
    const report = playwrightReport({ expected: 5, flaky: 1, skipped: 2 });
    expect(countGate("playwright", 0, report)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  });

  it("counts an error outside of every test, such as a server that does not start", () => {
    expect(countGate("playwright", 1, playwrightReport({}, [{ message: "no" }]))).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });
});

describe("durations of test files", () => {
  it("span a file's tests, those in groups included", () => {
    const report = vitestReport({ numPassedTests: 1 }, [vitestFile("passed", ["passed"])]);
    expect(fileTimes("vitest", report)).toEqual([{ file: "server/a.test.ts", tookMs: 7 }]);
    expect(fileTimes("playwright", playwrightReport({}))).toEqual([
      { file: "tests/e2e/home.spec.ts", tookMs: 350 },
    ]);
  });

  it("are empty without a readable report", () => {
    expect(fileTimes("tool", null)).toEqual([]);
    expect(fileTimes("vitest", "{")).toEqual([]);
  });
});
