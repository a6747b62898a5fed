import { vi } from "vitest";

let complaints: string[] = [];
let expected: RegExp[] = [];

/** Records console errors and warnings. */
export function watchConsole(): void {
  complaints = [];
  expected = [];
  for (const kind of ["error", "warn"] as const) {
    vi.spyOn(console, kind).mockImplementation((...parts: unknown[]) => {
      complaints.push(parts.map(String).join(" "));
    });
  }
}

/** Allows an expected console error; its absence fails the test. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern);
}

/** Returns the unexpected messages and the expected ones that did not come. */
export function takeComplaints(): string[] {
  const isExpected = (line: string): boolean => expected.some((pattern) => pattern.test(line));
  const missing = expected.filter((pattern) => !complaints.some((line) => pattern.test(line)));
  return [
    ...complaints.filter((line) => !isExpected(line)),
    ...missing.map((pattern) => `expected in vain: ${pattern}`),
  ];
}
