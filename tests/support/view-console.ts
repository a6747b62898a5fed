import { vi } from "vitest";

let complaints: string[] = [];
let expected: RegExp[] = [];

/** Notes what is written to the console as an error or a warning. */
export function watchConsole(): void {
  complaints = [];
  expected = [];
  for (const kind of ["error", "warn"] as const) {
    vi.spyOn(console, kind).mockImplementation((...parts: unknown[]) => {
      complaints.push(parts.map(String).join(" "));
    });
  }
}

/** Lets a test provoke an error in the console; it must really come. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern);
}

/** What was complained of unexpectedly, and what was expected in vain. */
export function takeComplaints(): string[] {
  const isExpected = (line: string): boolean => expected.some((pattern) => pattern.test(line));
  const missing = expected.filter((pattern) => !complaints.some((line) => pattern.test(line)));
  return [
    ...complaints.filter((line) => !isExpected(line)),
    ...missing.map((pattern) => `expected in vain: ${pattern}`),
  ];
}
