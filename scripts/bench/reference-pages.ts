import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build } from "vite";
import { DEFAULT_LANGUAGE, pageLanguage } from "#shared/languages.ts";
import { FLOOR_TEXT } from "./floor-text.ts";

/** Pages that the site's are compared with, on a port of their own. */
export type ReferencePages = {
  /** One document with one image: the least LCP of any page with that image. */
  readonly limitUrl: string;
  /** React hydrates one heading: the least blocking of any page with React. */
  readonly floorUrl: string;
  close(): void;
};

/** An image and its size in CSS pixels, as on the measured page. */
export type ReferenceImage = { body: Buffer; type: string; width: number; height: number };

/** Builds and serves both pages. */
export async function serveReferencePages(image: ReferenceImage): Promise<ReferencePages> {
  const script = await promisify(brotliCompress)(await floorScript());
  const { width, height } = image;
  const picture = `<img src="/picture" alt="" width="${width}" height="${height}" fetchpriority="high">`;
  const server = createServer(({ url }, response) => {
    if (url === "/picture") send(response, image.type, image.body);
    else if (url === "/script.js") send(response, "text/javascript", script, "br");
    else if (url === "/floor") send(response, "text/html", floorDocument());
    else send(response, "text/html", page("Limit", "", picture));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The reference pages have no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    limitUrl: `${origin}/limit`,
    floorUrl: `${origin}/floor`,
    close: () => server.close(),
  };
}

function floorDocument(): string {
  const script = `<script type="module" src="/script.js"></script>`;
  return page("Floor", script, `<h1>${FLOOR_TEXT}</h1>`);
}

function page(title: string, head: string, body: string): string {
  return (
    `<!doctype html><html ${pageLanguage(DEFAULT_LANGUAGE)}><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}</head>` +
    `<body>${body}</body></html>`
  );
}

function send(response: ServerResponse, type: string, body: string | Buffer, encoding?: string) {
  response.writeHead(200, {
    "content-type": type.startsWith("image/") ? type : `${type}; charset=utf-8`,
    "cache-control": "no-store",
    ...(encoding !== undefined && { "content-encoding": encoding }),
  });
  response.end(body);
}

async function floorScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: "scripts/bench/floor-entry.ts" },
    },
  });
  if (!("output" in built)) throw new Error("The floor page was not built");
  return built.output[0].code;
}
