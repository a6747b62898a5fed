import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { FONT_FILES } from "./typography.ts";

export type StageServer = {
  origin: string;
  /** Receives the page's results; set before a page is opened. */
  receive: (path: string, body: Buffer) => Promise<void>;
  close: () => void;
};

function stagePage(): string {
  const faces = FONT_FILES.map(
    ({ family, weight, style, file }) =>
      `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; src: url("/fonts/${file}"); }`,
  );
  return `<!doctype html><meta charset="utf-8"><title>drawing</title><script type="importmap">{"imports":{"valibot":"/valibot.js"}}</script><style>${faces.join("\n")}</style><script type="module" src="/stage.ts"></script>`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/**
 * Serves the drawing page on a loopback port: the TypeScript of this folder with its types
 * stripped, the fonts below `fontsFolder`, and an endpoint for results.
 */
export async function startStageServer(fontsFolder: string): Promise<StageServer> {
  const stage: StageServer = {
    origin: "",
    receive: () => Promise.resolve(),
    close: () => server.close(),
  };
  async function answer(
    request: IncomingMessage,
  ): Promise<{ type: string; body: Buffer | string }> {
    const path = new URL(request.url ?? "/", "http://stage").pathname;
    if (request.method === "POST") {
      await stage.receive(path, await readBody(request));
      return { type: "text/plain", body: "ok" };
    }
    if (path === "/stage.html") return { type: "text/html", body: stagePage() };
    if (/^\/[a-z0-9-]+\.ts$/.test(path)) {
      const source = await readFile(join(import.meta.dirname, path), "utf8");
      return { type: "text/javascript", body: stripTypeScriptTypes(source) };
    }
    if (path === "/clips.json") {
      return { type: "application/json", body: await readFile(join(import.meta.dirname, path)) };
    }
    if (path === "/valibot.js") {
      return {
        type: "text/javascript",
        body: await readFile(fileURLToPath(import.meta.resolve("valibot"))),
      };
    }
    if (/^\/fonts\/[a-z-]+\/files\/[a-z0-9-]+\.woff2$/.test(path)) {
      return { type: "font/woff2", body: await readFile(join(fontsFolder, path.slice(7))) };
    }
    throw new Error(`nothing at ${path}`);
  }
  const server = createServer((request, response) => {
    answer(request).then(
      ({ type, body }) => response.writeHead(200, { "content-type": type }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  stage.origin = `http://127.0.0.1:${await listen(server)}`;
  return stage;
}
