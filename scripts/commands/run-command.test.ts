import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "./run-command.ts";

afterEach(() => {
  process.exitCode = undefined;
});

test.each([
  ["an error", new Error("Start the server first."), "Start the server first."],
  ["anything else", "no room", "no room"],
])(
  "a command that fails with %s says its sentence and ends with status 1",
  async (_, fault, said) => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runCommand(() => Promise.reject(fault));
    expect(complaints.mock.calls).toEqual([[said]]);
    expect(process.exitCode).toBe(1);
    complaints.mockRestore();
  },
);

test("a command that succeeds says nothing of its own", async () => {
  await runCommand(() => undefined);
  expect(process.exitCode).toBeUndefined();
});
