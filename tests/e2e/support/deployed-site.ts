import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { passSockets } from "#tests/support/pass-sockets.ts";
import { KILL_SWITCH } from "#server/pwa/pwa-routes.ts";

/** Current service worker of the site. */
type Deployment = "first" | "second" | "switched off";

/** The product at its own origin, whose operator deploys and switches off. */
export type DeployedSite = {
  readonly url: string;
  deploy(deployment: Deployment): void;
  /** Makes every connection fail, as on an offline device. */
  goAway(): void;
  /** Accepts every request without a response, as on a stalled connection. */
  stall(): void;
  /** Breaks off responses to these paths in their middle; null: none any more. */
  breakOff(paths: RegExp | null): void;
  comeBack(): void;
  /** Paths requested since the site came up, with the browser's request headers. */
  readonly asked: readonly string[];
  close(): Promise<void>;
};

/** Serves the running test server at another origin. */
export async function openDeployedSite(origin: string): Promise<DeployedSite> {
  let deployment: Deployment = "first";
  let isAway = false;
  let isStalled = false;
  let brokenOff: RegExp | null = null;
  const asked: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    asked.push(`${request.method} ${path}`);
    if (isAway) {
      request.socket.destroy();
      return;
    }
    if (isStalled) return;
    const reply = await fetch(new URL(path, origin), {
      method: request.method ?? "GET",
      headers: forwardedHeaders(request),
      redirect: "manual",
      ...(request.method === "POST" && { body: new Uint8Array(await readBody(request)) }),
    });
    const headers = Object.fromEntries(reply.headers);
    delete headers["content-length"];
    delete headers["transfer-encoding"];
    response.writeHead(reply.status, headers);
    const body = changed(path, Buffer.from(await reply.arrayBuffer()));
    if (brokenOff?.test(path) === true) {
      response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
    } else {
      response.end(body);
    }
  }

  function changed(path: string, body: Buffer): Buffer | string {
    if (path === "/sw.js") {
      if (deployment === "switched off") return KILL_SWITCH;
      if (deployment === "second") {
        return body.toString("utf8").replace('"version":"', '"version":"second-');
      }
    }
    if (deployment === "switched off" && body.includes('"hasWorker":true')) {
      return body.toString("utf8").replace('"hasWorker":true', '"hasWorker":false');
    }
    return body;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const cutSockets = passSockets(server, () => origin);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    deploy: (next) => {
      deployment = next;
    },
    goAway: () => {
      isAway = true;
      server.closeAllConnections();
      cutSockets();
    },
    stall: () => {
      isStalled = true;
    },
    breakOff: (paths) => {
      brokenOff = paths;
    },
    comeBack: () => {
      isAway = false;
      isStalled = false;
    },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        cutSockets();
      }),
  };
}

function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const names = ["accept", "content-type", "apikey", "authorization", "range", "if-range"];
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  for (const name of names) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  return headers;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
