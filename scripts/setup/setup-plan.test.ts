import { describe, expect, it } from "vitest";
import {
  STEPS_BY_MODE,
  explainInstallFailure,
  installEnvironment,
  isInstalled,
  majorOf,
  planInstallation,
  programArguments,
} from "./setup-plan.mjs";

const LOCK = JSON.stringify({
  packages: {
    "": { name: "product", version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/b-linux": { version: "2.0.0", integrity: "sha512-b", optional: true },
  },
});

function installed(
  packages: Record<string, { version: string; integrity?: string; dev?: boolean }>,
): string {
  return JSON.stringify({ packages });
}

describe("isInstalled", () => {
  it("is true when every package has the locked version", () => {
    const state = installed({
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/b-linux": { version: "2.0.0", integrity: "sha512-b" },
    });
    expect(isInstalled(LOCK, state, true)).toBe(true);
  });

  it("forgives an absent optional package, the binary of another platform", () => {
    const state = installed({ "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } });
    expect(isInstalled(LOCK, state, true)).toBe(true);
  });

  it.each([
    ["nothing is installed", null],
    ["the installed state is damaged", "{"],
    ["the installed state lists nothing", "{}"],
    ["a package is missing", installed({})],
    [
      "a package has another version",
      installed({ "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } }),
    ],
    [
      "a package has other contents",
      installed({ "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } }),
    ],
    [
      "an optional package has another version",
      installed({
        "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
        "node_modules/b-linux": { version: "1.9.0", integrity: "sha512-b" },
      }),
    ],
  ])("is false when %s", (_situation, state) => {
    expect(isInstalled(LOCK, state, true)).toBe(false);
  });
});

describe("planInstallation", () => {
  const lock = JSON.stringify({
    packages: {
      "": { name: "product", version: "1.0.0" },
      "node_modules/runs": { version: "1.0.0", integrity: "sha512-r" },
      "node_modules/tests": { version: "3.0.0", integrity: "sha512-t", dev: true },
    },
  });
  const runs = { version: "1.0.0", integrity: "sha512-r" };
  const tests = { version: "3.0.0", integrity: "sha512-t", dev: true };
  const started = installed({ "node_modules/runs": runs });
  const tested = installed({ "node_modules/runs": runs, "node_modules/tests": tests });
  const CI = ["ci", "--omit=dev", "--include=optional"];
  const CI_WITH_TOOLS = ["ci", "--include=dev", "--include=optional"];
  const ADD = ["install", "--no-save", "--include=dev", "--include=optional"];

  it("installs only runtime packages for a start", () => {
    expect(planInstallation(lock, null, false)).toEqual({ args: CI, withTools: false });
    expect(planInstallation(lock, started, false)).toBeNull();
  });

  it("installs everything for a test in a fresh clone", () => {
    expect(planInstallation(lock, null, true)).toEqual({ args: CI_WITH_TOOLS, withTools: true });
  });

  it("adds the tools to what a start has installed, without deleting anything", () => {
    expect(planInstallation(lock, started, true)).toEqual({ args: ADD, withTools: true });
  });

  it("changes nothing when switching back, and there again", () => {
    expect(planInstallation(lock, tested, false)).toBeNull();
    expect(planInstallation(lock, tested, true)).toBeNull();
  });

  it("updates the tools alone when only theirs have changed, and not for a start", () => {
    const old = installed({
      "node_modules/runs": runs,
      "node_modules/tests": { ...tests, version: "2.0.0" },
    });
    expect(planInstallation(lock, old, false)).toBeNull();
    expect(planInstallation(lock, old, true)).toEqual({ args: ADD, withTools: true });
  });

  it.each([
    ["with the tools where they are", tests, CI_WITH_TOOLS],
    ["without them where they are not", null, CI],
  ])("catches up with a changed lockfile %s", (_case, tools, args) => {
    const old = installed({
      "node_modules/runs": { ...runs, version: "0.9.0" },
      ...(tools && { "node_modules/tests": tools }),
    });
    expect(planInstallation(lock, old, false)?.args).toEqual(args);
  });

  it("starts again when the installed state is damaged", () => {
    expect(planInstallation(lock, "{", false)?.args).toEqual(CI);
  });
});

describe("explainInstallFailure", () => {
  it.each([
    ["npm error code ENOSPC", "The disk is full", false],
    ["npm error code EROFS", "cannot be written to", false],
    ["npm error code EACCES", "cannot be written to", false],
    ["npm error code EUSAGE", "do not match", false],
    ["npm error code EINTEGRITY", "damaged", true],
    ["npm error code ENOTFOUND", "cannot be reached", true],
    ["npm error code EAI_AGAIN", "cannot be reached", true],
    ["npm error code E503", "cannot be reached", true],
  ])("explains %s", (output, words, isWorthRetrying) => {
    const explained = explainInstallFailure(output);
    expect(explained.sentence).toContain(words);
    expect(explained.isWorthRetrying).toBe(isWorthRetrying);
  });

  it("passes on the first reason of an unknown failure and retries", () => {
    const explained = explainInstallFailure("npm error code 1\nnpm error the moon is full\n");
    expect(explained).toEqual({
      sentence: "The dependencies could not be installed: the moon is full.",
      isWorthRetrying: true,
    });
  });

  it("says so when npm gave no reason", () => {
    expect(explainInstallFailure("").sentence).toContain("npm gave no reason");
  });
});

it("ignores settings that would leave packages or their scripts out", () => {
  const environment = {
    NODE_ENV: "production",
    npm_config_omit: "dev",
    npm_config_ignore_scripts: "true",
    npm_config_registry: "https://registry.example.org/",
    PATH: "/usr/bin",
  };
  expect(installEnvironment(environment)).toEqual({
    npm_config_registry: "https://registry.example.org/",
    PATH: "/usr/bin",
  });
});

it.each([
  ["v24.21.0", 24],
  ["20.20.2", 20],
])("parses the major version of %s: %i", (version, major) => {
  expect(majorOf(version)).toBe(major);
});

it("ensures the dependencies, their patches and Node first for every command", () => {
  const { patch, ...commands } = STEPS_BY_MODE;
  for (const [first, ...others] of Object.values(commands)) {
    expect(first).toMatch(/^(?:dependencies|allDependencies)$/);
    expect(others.slice(0, 2)).toEqual(["patches", "runtime"]);
  }
  expect(patch).toEqual(["patches"]);
});

it("needs no tools for a server and its build, but for everything else", () => {
  const withoutTools = Object.entries(STEPS_BY_MODE).filter(
    ([, [first]]) => first === "dependencies",
  );
  expect(withoutTools.map(([mode]) => mode)).toEqual(["start", "build"]);
});

it("starts the demonstration instead of the bare server for --demo", () => {
  const program = ["--watch-path=server", "server/main.ts", "--dev"];
  expect(programArguments(program)).toEqual(program);
  expect(programArguments([...program, "--demo"])).toEqual([
    "--watch-path=server",
    "scripts/demo/start-demo.ts",
    "--dev",
    "--demo",
  ]);
});

it("starts the gallery of views instead of the server for --gallery", () => {
  expect(programArguments(["server/main.ts", "--dev", "--gallery"])).toEqual([
    "scripts/demo/start-gallery.ts",
    "--dev",
    "--gallery",
  ]);
});
