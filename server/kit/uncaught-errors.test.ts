import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SUBJECT = fileURLToPath(new URL("./uncaught-errors.ts", import.meta.url));

/** Runs code in a process of its own: what nobody catches would end this one. */
function run(code: string): { status: number | null; stdout: string; stderr: string } {
  const prelude = `
    import { captureErrors, handleUncaughtErrors } from ${JSON.stringify(SUBJECT)};
    handleUncaughtErrors();
    const onStray = (error) => console.log("kept", error.message);
    setTimeout(() => console.log("alive"), 50);
  `;
  const program = ["--input-type=module", "--eval", prelude + code];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("an error that nobody catches or waits for", () => {
  it.each([
    ["a rejection", `captureErrors(onStray, () => void Promise.reject(new Error("stray")));`],
    [
      "an error of a timer",
      `captureErrors(onStray, () => setTimeout(() => { throw new Error("stray"); }));`,
    ],
  ])("ends nothing else where somebody answers for it: %s", (_, code) => {
    expect(run(code)).toMatchObject({ status: 0, stdout: "kept stray\nalive\n" });
  });

  it.each([
    ["a rejection", `void Promise.reject(new Error("ours"));`],
    ["an error of a timer", `setTimeout(() => { throw new Error("ours"); });`],
  ])("ends the process where it is our own: %s", (_, code) => {
    const { status, stdout, stderr } = run(code);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("Error: ours");
  });
});
