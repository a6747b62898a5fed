import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { StartError } from "#kit/start-error.ts";
import { prepareFolder } from "./prepare-folder.ts";

const home = mkdtempSync(join(tmpdir(), "prepare-folder-"));
writeFileSync(join(home, "file"), "");
symlinkSync(join(home, "loop"), join(home, "loop"));

it("creates a folder with its parents, for this account alone", () => {
  onTestFinished(() => rmSync(join(home, "a"), { recursive: true }));
  const folder = join(home, "a", "b");
  prepareFolder("DATA_DIR", folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  prepareFolder("DATA_DIR", folder, 0o711);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
});

it.each([
  ["a file", "file", "is not a folder: set RECORDINGS_DIR to one."],
  ["a folder under a file", "file/x", "is not a folder: set RECORDINGS_DIR to one."],
  ["a link to itself", "loop/x", "cannot be used: ELOOP"],
  ["a name that is too long", "x".repeat(300), "cannot be used: ENAMETOOLONG"],
])("rejects %s in one sentence", (_what, name, words) => {
  const folder = join(home, name);
  const prepare = () => prepareFolder("RECORDINGS_DIR", folder);
  expect(prepare).toThrow(StartError);
  expect(prepare).toThrow(`RECORDINGS_DIR (${folder}) ${words}`);
});

it.runIf(process.platform === "linux")("rejects a folder that cannot be created", () => {
  expect(() => prepareFolder("DATA_DIR", "/proc/reign-tv")).toThrow(
    "DATA_DIR (/proc/reign-tv) is not writable.",
  );
});
