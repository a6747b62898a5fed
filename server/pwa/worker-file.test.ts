import { expect, it } from "vitest";
import { KILL_SWITCH, workerFile, type WorkerFileDeps } from "./worker-file.ts";

const DEPS: WorkerFileDeps = {
  script: "run();",
  files: { core: ["/assets/app-1.js"], pages: ["/assets/page-1.js"] },
  shells: ["/offline-shell"],
  backendUrl: "",
};

const versionOf = (deps: WorkerFileDeps) => /"version":"(\w+)"/.exec(workerFile(deps))?.[1];

it("puts the worker's list before its script", () => {
  const file = workerFile(DEPS);
  expect(file).toMatch(/^self\.BUILD=\{.*\};\nrun\(\);$/);
  expect(file).toContain('"shells":["/offline-shell"],"core":["/assets/app-1.js"]');
  expect(file).toContain('"pages":["/assets/page-1.js"]');
});

it.each([
  ["the script", { script: "runAgain();" }],
  ["a file of the app", { files: { ...DEPS.files, core: ["/assets/app-2.js"] } }],
  ["a file of a page", { files: { ...DEPS.files, pages: ["/assets/page-2.js"] } }],
])("changes its version with %s", (_what, change) => {
  expect(versionOf({ ...DEPS, ...change })).not.toBe(versionOf(DEPS));
  expect(versionOf({ ...DEPS })).toBe(versionOf(DEPS));
});

it("takes over at once, empties the caches and unregisters itself as a kill switch", () => {
  expect(KILL_SWITCH).toContain("skipWaiting()");
  expect(KILL_SWITCH).toContain("caches.delete");
  expect(KILL_SWITCH).toContain("registration.unregister()");
  expect(KILL_SWITCH).not.toContain("fetch");
});
