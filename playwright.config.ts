import { defineConfig } from "@playwright/test";
import {
  createServerEnvironment,
  removeDataDir,
  serverEnvironment,
} from "#tests/support/server-environment.ts";

/**
 * Browser tests against the real server on the real build, with the system's Chromium, offline.
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

export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: server.url,
    locale: "en-GB",
    timezoneId: "Europe/Paris",
    screenshot: "only-on-failure",
    // Between a test and its faked answers there is no worker, except where a test is about it.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ],
    },
  },
  // A test runs on the desktop unless its tag says @phone, or @both.
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      grep: /@phone|@both/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: "node server/main.ts",
    url: `${server.url}/readyz`,
    env: { ...server.variables },
    stdout: "ignore",
    stderr: "pipe",
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});
