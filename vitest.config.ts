import { defineConfig } from "vitest/config";

/**
 * Node loads these files as it loads the server, with its compile cache: a transform by Vite costs more. No test
 * replaces a module, so Vitest's own loader is off too.
 */
const LOADED_BY_NODE = { viteModuleRunner: false, nodeLoader: false };

/** Each project has an embedded PostgreSQL of its own, which its files share. */
const ON_A_DATABASE = {
  globalSetup: ["tests/support/database-global-setup.ts"],
  env: { TZ: "UTC" },
  // Tests that start servers take longer on a machine that does much else.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
  experimental: LOADED_BY_NODE,
};

/** Use no table of the product. */
const BACKEND_TESTS = ["packages/backend/**/*.db.test.ts"];

const IN_A_DOCUMENT = {
  environment: "happy-dom",
  environmentOptions: {
    happyDOM: {
      settings: {
        enableIframePageLoading: true,
        // Frames stay empty, and a link that is followed does not replace the document.
        navigation: {
          disableChildFrameNavigation: true,
          disableMainFrameNavigation: true,
          disableFallbackToSetURL: true,
        },
      },
    },
  },
  setupFiles: ["tests/support/view-setup.ts"],
  env: { TZ: "UTC" },
  testTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
};

/**
 * Unit tests stand beside their subject; `*.test.tsx` show a view in a document without a browser,
 * `*.fresh.test.tsx` with modules that no other file has loaded, `*.server.test.tsx` as the server renders it;
 * `*.db.test.ts` run on a real embedded PostgreSQL: those of the backend, those of the product's tables and the server's
 * areas, and those of `tests`, which start and end whole servers. So do the long versions of some, `*.soak.test.ts`.
 * `*.image.test.ts` start the built server from the files of the container image.
 *
 * Most files share what they import (`isolate: false`), and views their document: loading the modules for each file
 * takes longer than the tests. A file restores what it changes for all.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          isolate: false,
          testTimeout: 30_000,
          include: [
            "{shared,web,server,packages,supabase,scripts,tests,media/studio}/**/*.test.ts",
          ],
          setupFiles: ["tests/support/property-seed.ts", "tests/support/restore-globals.ts"],
          exclude: ["**/*.db.test.ts", "**/*.soak.test.ts", "**/*.image.test.ts", "tests/e2e/**"],
          env: { TZ: "UTC" },
          experimental: LOADED_BY_NODE,
        },
      },
      {
        test: {
          name: "views",
          ...IN_A_DOCUMENT,
          isolate: false,
          include: ["web/**/*.test.tsx"],
          exclude: ["**/*.fresh.test.tsx", "**/*.server.test.tsx"],
        },
      },
      {
        test: {
          name: "views-on-server",
          environment: "node",
          testTimeout: 30_000,
          include: ["web/**/*.server.test.tsx"],
          env: { TZ: "UTC" },
        },
      },
      {
        test: {
          name: "views-isolated",
          ...IN_A_DOCUMENT,
          include: ["web/**/*.fresh.test.tsx"],
        },
      },
      {
        test: {
          name: "backend",
          environment: "node",
          isolate: false,
          include: BACKEND_TESTS,
          setupFiles: ["tests/support/property-seed.ts"],
          ...ON_A_DATABASE,
          globalSetup: ["packages/backend/testing/global-setup.ts"],
        },
      },
      {
        test: {
          name: "database",
          environment: "node",
          isolate: false,
          include: ["{server,packages,supabase}/**/*.db.test.ts"],
          exclude: BACKEND_TESTS,
          setupFiles: ["tests/support/property-seed.ts"],
          ...ON_A_DATABASE,
        },
      },
      {
        test: {
          name: "servers",
          environment: "node",
          isolate: false,
          include: ["tests/**/*.db.test.ts"],
          ...ON_A_DATABASE,
        },
      },
      {
        test: {
          name: "container",
          environment: "node",
          include: ["tests/container/*.image.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "soak",
          environment: "node",
          include: ["{server,packages,tests,supabase}/**/*.soak.test.ts"],
          setupFiles: ["tests/support/property-seed.ts"],
          ...ON_A_DATABASE,
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
