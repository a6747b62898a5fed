import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { createServer } from "vite";
import { type EntryServer, entryServerSchema } from "#shared/contracts/rendered-page.ts";
import type { WebApp } from "./web-app.ts";

type NodeBindings = { incoming: IncomingMessage; outgoing: ServerResponse };

const SERVER_ENTRY = "/web/app/entry-server.tsx";
const STYLE_SHEET = "/web/app/app.css";

/**
 * The web app from its sources, with Vite inside this server (`npm run dev`): changed modules reach the browser at
 * once, and every page is rendered with the current code.
 */
export async function openDevelopmentWebApp(root: string): Promise<WebApp> {
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: "custom" });
  const load = async () => v.parse(entryServerSchema, await vite.ssrLoadModule(SERVER_ENTRY));
  const first = await load();
  const entry: EntryServer = {
    ...first,
    renderPage: async (...values) => (await load()).renderPage(...values),
  };
  /** URLs of the style sheets that a rendered page and its parts import. */
  function sheetsOf(sourceFile: string): string[] {
    const graph = vite.environments.ssr.moduleGraph;
    const modules = new Set(graph.getModulesByFile(resolve(root, sourceFile)));
    const sheets = new Set<string>();
    for (const { url, importedModules } of modules) {
      if (url.endsWith(".css")) sheets.add(url);
      else for (const imported of importedModules) modules.add(imported);
    }
    return [...sheets];
  }
  const files = new Hono<{ Bindings: NodeBindings }>().use(async (context, next) => {
    const { incoming, outgoing } = context.env;
    if (!incoming) return next();
    const isHandled = await new Promise<boolean>((done) => {
      outgoing.once("close", () => done(true));
      vite.middlewares(incoming, outgoing, () => done(false));
    });
    return isHandled ? RESPONSE_ALREADY_SENT : next();
  });
  return {
    entry,
    assets: {
      styleSheet: "",
      pageStyles: new Map(),
      appFiles: { core: [], pages: [] },
      entry: (sourceFile) => ({ js: `/${sourceFile}`, imports: [], css: sheetsOf(sourceFile) }),
    },
    files: new Hono()
      .get("/favicon.svg", (context) => context.redirect("/web/app/favicon.svg"))
      .route("/", files),
    workerScript: null,
    development: {
      transformHtml: (path, html) =>
        vite.transformIndexHtml(
          path,
          html.replace("<style></style>", `<link rel="stylesheet" href="${STYLE_SHEET}">`),
        ),
      routes: new Hono().use(loosenPolicy),
    },
    close: () => vite.close(),
  };
}

/** Vite adds inline scripts and styles to pages and opens a socket. */
const loosenPolicy: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.headers.has("content-security-policy")) {
    context.header("content-security-policy", "frame-ancestors 'self'");
  }
};
