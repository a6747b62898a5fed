import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { passSockets } from "./pass-sockets.ts";

/** Failures of a proxy between a visitor and the server. */
export type ProxyFault = "badGateway" | "tooMany" | "garbage" | "brokenJson" | "cut";

/** A reverse proxy, as hosting providers and hotels run one, with failures on demand. */
export type FaultyProxy = {
  readonly url: string;
  /** Makes paths with this prefix fail; null ends the failure. */
  break(path: string | null, fault: ProxyFault): void;
  close(): Promise<void>;
};

const ANSWERS: Readonly<Record<Exclude<ProxyFault, "cut">, readonly [number, string, string]>> = {
  badGateway: [502, "text/html", "<html><h1>502 Bad Gateway</h1><hr>nginx</html>"],
  tooMany: [429, "text/html", "<html><h1>429 Too Many Requests</h1></html>"],
  garbage: [200, "text/html", "<!doctype html><title>Welcome to our guest network</title>"],
  brokenJson: [200, "application/json", '{"videos":[{"id":'],
};

/** Starts a proxy in front of a server on 127.0.0.1. It forwards the visitor's Host header. */
export async function startFaultyProxy(upstream: string): Promise<FaultyProxy> {
  let broken: { path: string; fault: ProxyFault } | null = null;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const address = new URL(request.url ?? "/", upstream);
    if (broken === null || !address.pathname.startsWith(broken.path)) {
      return pass(request, response, address);
    }
    if (broken.fault === "cut") return void response.destroy();
    const [status, type, body] = ANSWERS[broken.fault];
    response.writeHead(status, { "content-type": type }).end(body);
  }

  const server = createServer(answer);
  const cutSockets = passSockets(server, () => upstream);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    break(path, fault) {
      broken = path === null ? null : { path, fault };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        cutSockets();
        server.close(() => resolve());
      }),
  };
}

function pass(request: IncomingMessage, response: ServerResponse, address: URL): void {
  const { method, headers } = request;
  const upstream = ask(address, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
