import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { patchPackages } from "./patch-packages.mjs";

const FILE = "node_modules/one/src/a.js";
const PATCH = "patches/one@1.2.3.patch";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "patches-"));
  for (const folder of ["patches", "node_modules/one/src"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function patchTo(line: string): string {
  return `Why.\n\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,3 @@\n first\n-second\n+${line}\n third\n`;
}

describe("the patches of packages", () => {
  beforeEach(() => {
    write("node_modules/one/package.json", '{"version":"1.2.3"}');
    write(FILE, "first\nsecond\nthird\n");
    write(PATCH, patchTo("2nd"));
  });

  it("are applied once, and to the original again when a patch has changed", async () => {
    await patchPackages(root);
    await patchPackages(root);
    expect(read(FILE)).toBe("first\n2nd\nthird\n");
    write(PATCH, patchTo("zwei"));
    await patchPackages(root);
    expect(read(FILE)).toBe("first\nzwei\nthird\n");
  });

  it("leave another folder unchanged that shares the package's files by hard links", async () => {
    linkSync(join(root, FILE), join(root, "shared.js"));
    await patchPackages(root);
    expect(read("shared.js")).toBe("first\nsecond\nthird\n");
  });

  it("are rejected for another version, and for another text", async () => {
    write("node_modules/one/package.json", '{"version":"1.2.4"}');
    await expect(patchPackages(root)).rejects.toThrow(
      "patches/one@1.2.3.patch is not for the installed version, 1.2.4.",
    );
    write("node_modules/one/package.json", '{"version":"1.2.3"}');
    write(FILE, "first\n2nd\nthird\n");
    await expect(patchPackages(root)).rejects.toThrow("patches/one@1.2.3.patch does not apply");
  });
});

describe("the patch of the database driver", () => {
  const { dependencies } = v.parse(
    v.object({ dependencies: v.object({ postgres: v.string() }) }),
    JSON.parse(readFileSync("package.json", "utf8")),
  );

  it("is for the installed version; on an update, check which parts upstream has fixed", () => {
    expect(readdirSync("patches")).toEqual([`postgres@${dependencies.postgres}.patch`]);
  });

  it("applies to the published files, and gives the installed ones", async () => {
    cpSync("patches", join(root, "patches"), { recursive: true });
    cpSync("node_modules/postgres", join(root, "node_modules/postgres"), { recursive: true });
    const files = ["connection.js", "index.js"].map((name) => `node_modules/postgres/src/${name}`);
    for (const file of files) {
      expect(existsSync(`${file}.orig`)).toBe(true);
      renameSync(join(root, `${file}.orig`), join(root, file));
    }
    await patchPackages(root);
    for (const file of files) expect(read(file)).toBe(readFileSync(file, "utf8"));
  });
});
