import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { passSockets } from "./pass-sockets.ts";

/** A balancer that sends each request and each socket to the next server. */
export type RoundRobin = {
  readonly url: string;
  /** Number of responses by server URL. */
  readonly answers: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

/**
 * Starts the balancer on 127.0.0.1. It forwards the visitor's Host header and tries the next server when one
 * refuses the connection.
 *
 * @param servers returns the URLs of the servers in rotation.
 */
export async function startRoundRobin(servers: () => readonly string[]): Promise<RoundRobin> {
  const answers = new Map<string, number>();
  let turn = 0;
  const next = (): string => {
    const known = servers();
    turn += 1;
    return known[turn % known.length] ?? "http://127.0.0.1:9";
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    for (let tries = servers().length; ; tries -= 1) {
      const server = next();
      const passed = await pass(request, body, server).catch(() => null);
      if (passed === null && tries > 1) continue;
      if (passed === null) return void response.writeHead(502).end();
      answers.set(server, (answers.get(server) ?? 0) + 1);
      response.writeHead(passed.statusCode ?? 502, passed.rawHeaders);
      passed.pipe(response);
      return;
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const cutSockets = passSockets(server, next);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        cutSockets();
        server.close(() => resolve());
      }),
  };
}

/** Rejects when the server refuses the connection. */
function pass(
  { url = "/", method, headers }: IncomingMessage,
  body: Buffer,
  server: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const passed = ask(new URL(url, server), { method, headers, agent: false }, resolve);
    passed.on("error", reject);
    passed.end(body);
  });
}
