import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import { getMimeType } from "hono/utils/mime";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { CACHE } from "./cache-policy.ts";
import { type Encoding, preferredEncoding } from "@reign-tv/kit/http/content-negotiation.ts";
import { precompress, sendPrecompressed } from "@reign-tv/kit/http/precompressed-body.ts";

const ICON_HEADERS = { "content-type": "image/svg+xml", "cache-control": CACHE.day };

export type StaticFilesOptions = {
  /** Built web app, for example "dist/client". */
  clientDir: string;
  /** Folder of all builds, whose files are served too; absent in tests of a single build. */
  releasesDir?: string;
  /** Sources of the web app, for files that are served unbuilt. */
  webDir: string;
};

/** Serves built files under their hashed names, compressed at build time, and the icon. */
export async function createStaticFiles({
  clientDir,
  releasesDir,
  webDir,
}: StaticFilesOptions): Promise<Hono> {
  const icon = precompress(await readFile(join(webDir, "app/favicon.svg"), "utf8"));
  return (
    new Hono()
      .use("/assets/*", async (context, next) => {
        await next();
        // Embed pages of a sibling origin and sandboxed frames load these too.
        context.res.headers.set("cross-origin-resource-policy", "cross-origin");
        context.res.headers.set("access-control-allow-origin", "*");
        if (context.res.ok) context.res.headers.set("cache-control", CACHE.immutable);
      })
      .get("/assets/:name", await serveCurrentBuild(join(clientDir, "assets")))
      .get("/assets/*", serveOtherBuilds(releasesDir))
      .get("/assets/*", (context) => context.text("Not found", 404))
      // Browsers request it where a document names no icon, such as a feed.
      .get("/favicon.ico", (context) => context.redirect("/favicon.svg", 301))
      .get("/favicon.svg", (context) => sendPrecompressed(context, icon, ICON_HEADERS))
  );
}

const SUFFIXES: Record<Encoding, string> = { br: ".br", gzip: ".gz", identity: "" };

/** Files of the running build, kept in memory: reading one from disk takes longer than sending it. */
async function serveCurrentBuild(folder: string): Promise<MiddlewareHandler> {
  const names = new Set(await readdir(folder).catch(() => []));
  const files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const file =
      files.get(name) ?? readFile(join(folder, name)).then((buffer) => new Uint8Array(buffer));
    files.set(name, file);
    return file.catch((error: unknown) => {
      files.delete(name);
      throw error;
    });
  }
  return async (context, next) => {
    const name = context.req.param("name") ?? "";
    if (!names.has(name)) return next();
    const wanted = preferredEncoding(context.req.header("accept-encoding"));
    const encoding = names.has(name + SUFFIXES[wanted]) ? wanted : "identity";
    const bytes = await read(name + SUFFIXES[encoding]);
    return context.body(bytes, 200, {
      "Content-Type": getMimeType(name) ?? "application/octet-stream",
      "Content-Length": String(bytes.length),
      Vary: "Accept-Encoding",
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    });
  };
}

function serveAssets(clientDir: string): MiddlewareHandler {
  return serveStatic({
    root: relative(process.cwd(), clientDir),
    precompressed: true,
  });
}

/**
 * Files of earlier builds, which open pages still request, and of the next one, whose server starts while
 * this one drains. Names are content hashes, so any copy is right.
 */
function serveOtherBuilds(releasesDir: string | undefined): MiddlewareHandler {
  const handlers = new Map<string, MiddlewareHandler>();
  const handlerOf = (name: string, folder: string): MiddlewareHandler => {
    const handler = handlers.get(name) ?? serveAssets(join(folder, name, "client"));
    handlers.set(name, handler);
    return handler;
  };
  return async (context, next) => {
    if (releasesDir === undefined) return next();
    const names = await readdir(releasesDir).catch(() => []);
    for (const name of names.toReversed()) {
      const response = await handlerOf(name, releasesDir)(context, () => Promise.resolve());
      if (response instanceof Response) return response;
    }
    return next();
  };
}
