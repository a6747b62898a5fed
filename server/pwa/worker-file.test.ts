import { expect, test } from "vitest";
import { KILL_SWITCH, workerFile, type WorkerParts } from "./worker-file.ts";

const PARTS: WorkerParts = {
  script: "run();",
  files: { core: ["/assets/app-1.js"], pages: ["/assets/page-1.js"] },
  shells: ["/offline-shell"],
  backendUrl: "",
};

const versionOf = (parts: WorkerParts) => /"version":"(\w+)"/.exec(workerFile(parts))?.[1];

test("the worker's list stands before its script", () => {
  const file = workerFile(PARTS);
  expect(file).toMatch(/^self\.BUILD=\{.*\};\nrun\(\);$/);
  expect(file).toContain('"shells":["/offline-shell"],"core":["/assets/app-1.js"]');
  expect(file).toContain('"pages":["/assets/page-1.js"]');
});

test.each([
  ["the script", { script: "runAnew();" }],
  ["a file of the app", { files: { ...PARTS.files, core: ["/assets/app-2.js"] } }],
  ["a file of a page", { files: { ...PARTS.files, pages: ["/assets/page-2.js"] } }],
])("its version changes with %s", (_what, change) => {
  expect(versionOf({ ...PARTS, ...change })).not.toBe(versionOf(PARTS));
  expect(versionOf({ ...PARTS })).toBe(versionOf(PARTS));
});

test("the kill switch takes over at once, empties the caches and unregisters itself", () => {
  expect(KILL_SWITCH).toContain("skipWaiting()");
  expect(KILL_SWITCH).toContain("caches.delete");
  expect(KILL_SWITCH).toContain("registration.unregister()");
  expect(KILL_SWITCH).not.toContain("fetch");
});
