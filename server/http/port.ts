import { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { CACHE } from "./cache-policy.ts";
import { acceptSockets, asksForSocket } from "#server/kit/web-sockets.ts";
import { errorCode, StartError } from "#server/kit/start-error.ts";
import { followAnswers } from "./running-answers.ts";

/** Answers one request; what a Hono app's `fetch` is. */
export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export type Port = {
  /** Where the server listens, for example "http://127.0.0.1:3000". */
  readonly address: string;
  /** Takes over from the answer "starting"; takes what has waited at a socket of the supervisor. */
  serve(fetch: Fetch): Promise<void>;
  /** Stops listening and waits for running answers; cuts them off after `drainMs`. */
  close(drainMs: number): Promise<void>;
};

/** Limits of slow and oversized requests (R-62). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 65_000;
const CHECK_INTERVAL_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** So long clients that keep connections are told to open the next one, before the idle ones are closed. */
const FAREWELL_MS = 500;

/**
 * Takes the port before anything else is started, so that a port in use is known at once. Until
 * `serve` is called, every request gets 503; at a socket that the supervisor holds, it waits.
 *
 * @param handed file descriptor of such a socket (handed-socket.ts); host and port are then its own.
 * @throws StartError when the port is taken or not allowed.
 */
export async function openPort(
  host: string,
  port: number,
  handed: number | null = null,
): Promise<Port> {
  let fetch: Fetch = () =>
    new Response("Starting", {
      status: 503,
      headers: { "retry-after": "1", "cache-control": CACHE.none },
    });
  const server = createAdaptorServer({
    fetch: (request, env) => fetch(request, env),
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: asksForSocket,
    },
  });
  if (server instanceof Server) acceptSockets(server, (request, env) => fetch(request, env));
  const answers = server instanceof Server ? followAnswers(server) : null;
  if (handed === null) await listen(server, { host, port });
  return {
    address: addressOf(host, portOf(server, port)),
    async serve(next) {
      fetch = next;
      if (handed !== null) await listen(server, { host, port, fd: handed });
    },
    async close(drainMs) {
      answers?.takeLeave();
      if (handed !== null && server.listening) await sleep(FAREWELL_MS);
      await closeServer(server, drainMs);
    },
  };
}

/** Where a server listens, as people type it. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

type ListenPlace = { readonly host: string; readonly port: number; readonly fd?: number };

function listen(server: ServerType, place: ListenPlace): Promise<void> {
  const { host, port, fd } = place;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen(fd === undefined ? { host, port } : { fd }, () => resolve());
  });
}

function listenError(error: Error, host: string, port: number): Error {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} is already in use: stop the other program, or choose another with PORT=3001 npm start.`,
        { cause: error },
      );
    case "EACCES":
      return new StartError(`Port ${port} needs more rights: choose one above 1023 with PORT.`, {
        cause: error,
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`HOST (${host}) is not an address of this computer.`, { cause: error });
    case null:
    default:
      return error;
  }
}

function portOf(server: ServerType, asked: number): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : asked;
}

function closeServer(server: ServerType, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, drainMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  });
}
