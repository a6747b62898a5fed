import { createServer } from "vite";

/** `npm run dev -- --gallery`: every view in all its states, without the product's server. */
const DEFAULT_PORT = 3000;

const gallery = await createServer({
  configFile: "tests/gallery/vite.config.ts",
  server: {
    host: "127.0.0.1",
    port: Number(process.env["PORT"] ?? DEFAULT_PORT),
    strictPort: true,
  },
});
await gallery.listen();
gallery.printUrls();
