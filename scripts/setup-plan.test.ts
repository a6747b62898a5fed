import { describe, expect, test } from "vitest";
import {
  STEPS_BY_MODE,
  explainInstallFailure,
  installEnvironment,
  isInstalled,
  majorOf,
  programArguments,
} from "./setup-plan.mjs";

const LOCK = JSON.stringify({
  packages: {
    "": { name: "product", version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/b-linux": { version: "2.0.0", integrity: "sha512-b", optional: true },
  },
});

function installed(packages: Record<string, { version: string; integrity?: string }>): string {
  return JSON.stringify({ packages });
}

describe("isInstalled", () => {
  test("is true when every package has the locked version", () => {
    const state = installed({
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/b-linux": { version: "2.0.0", integrity: "sha512-b" },
    });
    expect(isInstalled(LOCK, state)).toBe(true);
  });

  test("forgives an absent optional package, the binary of another platform", () => {
    const state = installed({ "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } });
    expect(isInstalled(LOCK, state)).toBe(true);
  });

  test.each([
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
    expect(isInstalled(LOCK, state)).toBe(false);
  });
});

describe("explainInstallFailure", () => {
  test.each([
    ["npm error code ENOSPC", "The disk is full", false],
    ["npm error code EROFS", "cannot be written to", false],
    ["npm error code EACCES", "cannot be written to", false],
    ["npm error code EUSAGE", "do not match", false],
    ["npm error code EINTEGRITY", "damaged", true],
    ["npm error code ENOTFOUND", "could not be reached", true],
    ["npm error code EAI_AGAIN", "could not be reached", true],
    ["npm error code E503", "could not be reached", true],
  ])("explains %s", (output, words, isWorthRetrying) => {
    const explained = explainInstallFailure(output);
    expect(explained.sentence).toContain(words);
    expect(explained.isWorthRetrying).toBe(isWorthRetrying);
  });

  test("passes on the first reason of an unknown failure and tries again", () => {
    const explained = explainInstallFailure("npm error code 1\nnpm error the moon is full\n");
    expect(explained).toEqual({
      sentence: "The dependencies could not be installed: the moon is full.",
      isWorthRetrying: true,
    });
  });

  test("says so when npm gave no reason", () => {
    expect(explainInstallFailure("").sentence).toContain("npm gave no reason");
  });
});

test("the installation ignores settings that would leave packages or their scripts out", () => {
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

test.each([
  ["v24.21.0", 24],
  ["20.20.2", 20],
])("the major version of %s is %i", (version, major) => {
  expect(majorOf(version)).toBe(major);
});

test("every mode first makes sure of the dependencies and of Node", () => {
  for (const steps of Object.values(STEPS_BY_MODE)) {
    expect(steps.slice(0, 2)).toEqual(["dependencies", "runtime"]);
  }
});

test("--demo starts the demonstration in place of the bare server, and changes nothing else", () => {
  const program = ["--watch-path=server", "server/main.ts", "--dev"];
  expect(programArguments(program)).toEqual(program);
  expect(programArguments([...program, "--demo"])).toEqual([
    "--watch-path=server",
    "scripts/demo/start-demo.ts",
    "--dev",
    "--demo",
  ]);
});
