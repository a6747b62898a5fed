import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SUBJECT = fileURLToPath(new URL("./uncaught-errors.ts", import.meta.url));

/** Runs code in a child process: an uncaught error would end this one. */
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

describe("errors that escape the code that caused them", () => {
  it.each([
    ["a rejection", `captureErrors(onStray, () => void Promise.reject(new Error("stray")));`],
    [
      "an error of a timer",
      `captureErrors(onStray, () => setTimeout(() => { throw new Error("stray"); }));`,
    ],
  ])("end nothing else when a function owns them: %s", (_, code) => {
    expect(run(code)).toMatchObject({ status: 0, stdout: "kept stray\nalive\n" });
  });

  it.each([
    ["a rejection", `void Promise.reject(new Error("ours"));`],
    ["an error of a timer", `setTimeout(() => { throw new Error("ours"); });`],
  ])("end the process when they are the server's own: %s", (_, code) => {
    const { status, stdout, stderr } = run(code);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("Error: ours");
  });
});
