import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, searchForWorkspaceRoot } from "vite";
import { placeholderServer } from "./placeholder-server.ts";

/** The gallery: a page for development and tests that is not part of the product. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: "node_modules/.vite-gallery",
  publicDir: false,
  plugins: [react(), tailwindcss(), placeholderServer()],
  server: { fs: { allow: [searchForWorkspaceRoot(process.cwd())] } },
});
