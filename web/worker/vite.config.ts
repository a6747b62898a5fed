import { defineConfig } from "vite";

/** The service worker: one classic script without imports, for every browser of the app. */
export default defineConfig({
  publicDir: false,
  build: {
    target: ["chrome100", "safari16", "firefox100"],
    outDir: "dist/worker",
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: "web/worker/service-worker.ts",
      output: { format: "iife", entryFileNames: "service-worker.js" },
    },
  },
});
