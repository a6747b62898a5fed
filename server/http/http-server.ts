import { Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { CACHE } from "./cache-policy.ts";
import { acceptSockets, asksForSocket } from "#server/kit/http/web-sockets.ts";
import { errorCode, StartError } from "#server/kit/start-error.ts";

/** What is being answered by a server, so that it can take its leave of clients in order. */
export type InFlightRequests = {
  /**
   * From now on every answer ends its connection and says so. A client that keeps connections for further
   * requests then opens its next one elsewhere, rather than to find an old one closed under its question.
   */
  takeLeave(): void;
  /** How many requests there were so far. */
  asked(): number;
  /** Calls `close` whenever nothing is being answered: now, or after the last answer has left. */
  whenQuiet(close: () => void): void;
};

/** Follows the answers of a server from its first request on. */
export function trackInFlightRequests(server: Server): InFlightRequests {
  const running = new Set<ServerResponse>();
  let isLeaving = false;
  let asked = 0;
  let onQuiet: (() => void) | null = null;
  const lookForQuiet = (): void => {
    if (running.size === 0) onQuiet?.();
  };
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isLeaving) response.shouldKeepAlive = false;
    asked += 1;
    running.add(response);
    response.once("close", () => {
      running.delete(response);
      setImmediate(lookForQuiet);
    });
  });
  return {
    takeLeave() {
      isLeaving = true;
      for (const response of running) {
        if (!response.headersSent) response.shouldKeepAlive = false;
      }
    },
    asked: () => asked,
    whenQuiet(close) {
      onQuiet = close;
      lookForQuiet();
    },
  };
}

/** Answers one request; what a Hono app's `fetch` is. */
export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export type HttpServer = {
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
const CONNECTION_DRAIN_MS = 500;

/**
 * Takes the port before anything else is started, so that a port in use is known at once. Until
 * `serve` is called, every request gets 503; at a socket that the supervisor holds, it waits.
 *
 * @param handed file descriptor of such a socket (handed-socket.ts); host and port are then its own.
 * @throws StartError when the port is taken or not allowed.
 */
export async function openHttpServer(
  host: string,
  port: number,
  handed: number | null = null,
): Promise<HttpServer> {
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
  if (!(server instanceof Server)) throw new TypeError("The port takes an HTTP server.");
  acceptSockets(server, (request, env) => fetch(request, env));
  const answers = trackInFlightRequests(server);
  if (handed === null) await listen(server, { host, port });
  return {
    address: addressOf(host, portOf(server, port)),
    async serve(next) {
      fetch = next;
      if (handed !== null) await listen(server, { host, port, fd: handed });
    },
    async close(drainMs) {
      const isAwaited = handed !== null && server.listening;
      answers.takeLeave();
      const closed = stopListening(server);
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      if (isAwaited) await untilNobodyAsks(answers, drainMs);
      answers.whenQuiet(() => {
        if (isAwaited) server.closeAllConnections();
        else server.closeIdleConnections();
      });
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Where a server listens, as people type it. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Clients with kept connections ask again soon, and learn that theirs ends; then none of these is left. */
async function untilNobodyAsks(answers: InFlightRequests, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let before = -1; before !== answers.asked() && performance.now() < deadline;) {
    before = answers.asked();
    await sleep(CONNECTION_DRAIN_MS);
    // What arrived while this process was busy is read before it counts as nothing.
    await nextTurn();
  }
}

type ListenPlace = { readonly host: string; readonly port: number; readonly fd?: number };

function listen(server: Server, place: ListenPlace): Promise<void> {
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

function portOf(server: Server, asked: number): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : asked;
}

/** Whoever comes from now on waits for the next process, or meets a closed port. */
function stopListening(server: Server): Promise<void> {
  // The close of an HTTP server would also cut connections whose answer is still on its way out.
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}
