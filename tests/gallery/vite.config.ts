import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, searchForWorkspaceRoot } from "vite";
import { standIns } from "./placeholder-server.ts";

/** The gallery: a page for development and tests, apart from everything that visitors get. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: "node_modules/.vite-gallery",
  publicDir: false,
  plugins: [react(), tailwindcss(), standIns()],
  server: { fs: { allow: [searchForWorkspaceRoot(process.cwd())] } },
});
