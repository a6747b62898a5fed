import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { relative } from "node:path";

const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

export type StaticFilesOptions = {
  /** Built web app, for example "dist/client". */
  clientDir: string;
  /** Sources of the web app, for what is served as it was written. */
  webDir: string;
};

/** Built files under their hashed names, compressed at build time, and the icon. */
export function createStaticFiles({ clientDir, webDir }: StaticFilesOptions): Hono {
  return new Hono()
    .use("/assets/*", async (context, next) => {
      await next();
      // Embed pages of a sibling origin and sandboxed frames load these too.
      context.res.headers.set("cross-origin-resource-policy", "cross-origin");
      context.res.headers.set("access-control-allow-origin", "*");
    })
    .get(
      "/assets/*",
      serveStatic({
        root: relative(process.cwd(), clientDir),
        precompressed: true,
        onFound: (_path, context) => context.header("cache-control", IMMUTABLE),
      }),
    )
    .get("/assets/*", (context) => context.text("Not found", 404))
    .get(
      "/favicon.svg",
      serveStatic({
        path: relative(process.cwd(), `${webDir}/app/favicon.svg`),
        onFound: (_path, context) => context.header("cache-control", ONE_DAY),
      }),
    );
}
