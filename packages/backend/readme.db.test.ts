import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const README = readFileSync(new URL("README.md", import.meta.url), "utf8");

it("runs as its README shows", async () => {
  const lines = /```js\n(.*?)```/s.exec(README)?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  // Searchable, so that PostgreSQL's account can reach the files below.
  chmodSync(folder, 0o711);
  try {
    const program = lines.replaceAll("/tmp/", `${folder}/`);
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      program,
    ]);
    expect(stdout).toContain("[ { text: 'It works.' } ]");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
