import { defineConfig } from "@playwright/test";
import type { PageTestOptions } from "#tests/e2e/support/page-test.ts";
import { IS_FULL } from "#tests/support/full-run.ts";
import {
  createServerEnvironment,
  removeDataDir,
  serverEnvironment,
} from "#tests/support/server-environment.ts";

/**
 * Browser tests against the real server on the real build, with Debian's headless shell of Chromium, offline.
 * Every worker reads this file again, so the first reader passes port and folder on to them.
 */
async function chooseServer(): ReturnType<typeof createServerEnvironment> {
  const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env;
  if (port && dataDir) return serverEnvironment(Number(port), dataDir);
  const chosen = await createServerEnvironment();
  process.env["E2E_PORT"] = chosen.variables["PORT"];
  process.env["E2E_DATA_DIR"] = chosen.dataDir;
  process.on("exit", () => removeDataDir(chosen.dataDir));
  return chosen;
}

const server = await chooseServer();

/** Tests with the tag @full are exhaustive or slow; `npm run test:full` adds them. */
const LEFT_OUT = IS_FULL ? [] : [/@full/];
const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Its permission check now and then fails a page's socket to the test's own loopback server.
  "--disable-features=LocalNetworkAccessChecks",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const WHOLE_BROWSER = {
  launchOptions: { executablePath: "/usr/bin/chromium", args: BROWSER_ARGS },
};
/** Chromium's own picture and sound for tests, without its question. */
const CAMERA = {
  launchOptions: {
    executablePath: HEADLESS_SHELL,
    args: [...BROWSER_ARGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  },
};
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export default defineConfig<PageTestOptions>({
  testDir: "tests",
  testMatch: "{e2e,journeys}/**/*.spec.ts",
  fullyParallel: true,
  // One more than cores: pages and servers of tests wait for each other now and then.
  workers: 3,
  forbidOnly: Boolean(process.env["CI"]),
  // A machine that does much else needs its time; what is there earlier is not waited for.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    baseURL: server.url,
    locale: "en-GB",
    timezoneId: "Europe/Paris",
    // Channels wait for a tap, except where a test is MOVING.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Between a test and its faked answers there is no worker, except in journeys and where a test is about it.
    serviceWorkers: "block",
    launchOptions: { executablePath: HEADLESS_SHELL, args: BROWSER_ARGS },
  },
  // A test runs on the desktop unless its tag says @phone, or @both; @camera is a phone's that sends for a minute, so
  // it starts first; @chromium says that the headless shell lacks something. Each project has workers and browsers of
  // its own.
  projects: [
    { name: "camera", grep: /@camera/, grepInvert: LEFT_OUT, use: { ...PHONE, ...CAMERA } },
    { name: "desktop", grepInvert: [/@phone|@chromium|@camera/, ...LEFT_OUT], use: DESKTOP },
    { name: "phone", grep: /@phone|@both/, grepInvert: LEFT_OUT, use: PHONE },
    {
      name: "whole-browser",
      grep: /@chromium/,
      grepInvert: LEFT_OUT,
      use: { ...DESKTOP, ...WHOLE_BROWSER },
    },
  ],
  webServer: {
    command: "node server/main.ts",
    url: `${server.url}/readyz`,
    env: { ...server.variables },
    stdout: "ignore",
    stderr: "pipe",
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});
