import { defineConfig } from "vitest/config";

/** Each project has an embedded PostgreSQL of its own, which its files share. */
const ON_A_DATABASE = {
  globalSetup: ["tests/support/database-global-setup.ts"],
  env: { TZ: "UTC" },
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
};

/**
 * Unit tests stand beside their subject; `*.test.tsx` show a view in a document without a browser;
 * `*.db.test.ts` run on a real embedded PostgreSQL: those of the server's rooms, and apart from them those
 * of `tests`, which start and end whole servers. So do the long versions of some, `*.soak.test.ts`.
 * `*.image.test.ts` start the built server from the files of the container image.
 *
 * Files without a document share what they import (`isolate: false`): loading the server's modules anew for each of
 * them takes longer than the tests. Whatever a file changes for all, it puts back.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          isolate: false,
          include: ["{shared,web,server,supabase,scripts,tests,media/studio}/**/*.test.ts"],
          setupFiles: ["tests/support/property-seed.ts"],
          exclude: ["**/*.db.test.ts", "**/*.soak.test.ts", "**/*.image.test.ts", "tests/e2e/**"],
          env: { TZ: "UTC" },
        },
      },
      {
        test: {
          name: "views",
          environment: "happy-dom",
          // Frames stay empty.
          environmentOptions: {
            happyDOM: {
              settings: {
                enableIframePageLoading: true,
                navigation: { disableChildFrameNavigation: true },
              },
            },
          },
          include: ["web/**/*.test.tsx"],
          setupFiles: ["tests/support/view-setup.ts"],
          env: { TZ: "UTC" },
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: "database",
          environment: "node",
          isolate: false,
          include: ["{server,supabase}/**/*.db.test.ts"],
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
          include: ["{server,tests,supabase}/**/*.soak.test.ts"],
          setupFiles: ["tests/support/property-seed.ts"],
          ...ON_A_DATABASE,
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
