import { Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { CACHE } from "./cache-policy.ts";
import { acceptSockets, isWebSocketUpgrade } from "@reign-tv/kit/http/web-sockets.ts";
import { errorCode, StartError } from "@reign-tv/kit/start-error.ts";

/** Tracks in-flight requests so that shutdown can drain connections. */
type InFlightRequests = {
  /**
   * Sends `Connection: close` with every response from now on. A client then opens its next connection to the
   * next process, instead of losing an idle one.
   */
  drain(): void;
  /** Number of requests so far. */
  requestCount(): number;
  /** Calls `close` when no request is in flight: now, or after the last response was sent. */
  whenIdle(close: () => void): void;
};

/** Call it before the first request. */
function trackInFlightRequests(server: Server): InFlightRequests {
  const running = new Set<ServerResponse>();
  let isDraining = false;
  let requestCount = 0;
  let onIdle: (() => void) | null = null;
  const checkIdle = (): void => {
    if (running.size === 0) onIdle?.();
  };
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    requestCount += 1;
    running.add(response);
    response.once("close", () => {
      running.delete(response);
      setImmediate(checkIdle);
    });
  });
  return {
    drain() {
      isDraining = true;
      for (const response of running) {
        if (!response.headersSent) response.shouldKeepAlive = false;
      }
    },
    requestCount: () => requestCount,
    whenIdle(close) {
      onIdle = close;
      checkIdle();
    },
  };
}

/** Like the `fetch` of a Hono app. */
export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export type HttpServer = {
  /** URL of the server, for example "http://127.0.0.1:3000". */
  readonly address: string;
  /** Replaces the "starting" response; accepts connections that waited at an inherited socket. */
  serve(fetch: Fetch): Promise<void>;
  /** Stops listening and waits for in-flight requests; cuts them off after `drainMs`. */
  close(drainMs: number): Promise<void>;
};

/** Limits of slow and oversized requests (R-62). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 65_000;
const CHECK_INTERVAL_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Drain step: responses on kept connections carry `Connection: close` before idle ones are closed. */
const CONNECTION_DRAIN_MS = 500;

/**
 * Takes the port before anything else starts, so that a port in use is known at once. Until `serve` is
 * called, requests get 503, or wait at an inherited socket.
 *
 * @param inheritedFd file descriptor of an inherited socket; host and port are then its own.
 * @throws StartError when the port is taken or not allowed.
 */
export async function openHttpServer(
  host: string,
  port: number,
  inheritedFd: number | null,
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
      shouldUpgradeCallback: isWebSocketUpgrade,
    },
  });
  if (!(server instanceof Server)) throw new TypeError("The port takes an HTTP server.");
  acceptSockets(server, (request, env) => fetch(request, env));
  const requests = trackInFlightRequests(server);
  if (inheritedFd === null) await listen(server, { host, port });
  return {
    address: addressOf(host, portOf(server, port)),
    async serve(next) {
      fetch = next;
      if (inheritedFd !== null) await listen(server, { host, port, fd: inheritedFd });
    },
    async close(drainMs) {
      const isAwaited = inheritedFd !== null && server.listening;
      requests.drain();
      const closed = stopListening(server);
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      if (isAwaited) await waitForDrain(requests, drainMs);
      requests.whenIdle(() => {
        if (isAwaited) server.closeAllConnections();
        else server.closeIdleConnections();
      });
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Formats the URL of a server as people type it. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Clients on kept connections soon send another request and get `Connection: close`; the drain ends when a
 * step sees none.
 */
async function waitForDrain(requests: InFlightRequests, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let before = -1; before !== requests.requestCount() && performance.now() < deadline;) {
    before = requests.requestCount();
    await sleep(CONNECTION_DRAIN_MS);
    // Let the event loop read requests that arrived while this process was busy.
    await nextTurn();
  }
}

type ListenTarget = { readonly host: string; readonly port: number; readonly fd?: number };

function listen(server: Server, target: ListenTarget): Promise<void> {
  const { host, port, fd } = target;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen(fd === undefined ? { host, port } : { fd }, () => resolve());
  });
}

function listenError(error: Error, host: string, port: number): Error {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} is already in use. Stop the other program, or use another port: PORT=3001 npm start.`,
        { cause: error },
      );
    case "EACCES":
      return new StartError(
        `Port ${port} needs administrator rights. Set PORT to a number above 1023.`,
        {
          cause: error,
        },
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(`HOST (${host}) is not an address of this computer.`, { cause: error });
    case null:
    default:
      return error;
  }
}

function portOf(server: Server, requestCount: number): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : requestCount;
}

/** New connections wait for the next process, or meet a closed port. */
function stopListening(server: Server): Promise<void> {
  // net.Server#close: http.Server#close would also cut responses that are still being sent.
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** First descriptor that a supervisor passes on; others follow it. */
const FIRST_INHERITED_FD = 3;

/**
 * Reads the listening socket that systemd holds for this process (socket units; sd_listen_fds(3)). The socket
 * stays open between two processes, so that clients wait instead of being rejected.
 *
 * @param pid of this process: child processes inherit the variables, but the socket is for one.
 * @returns its file descriptor, or null when there is none.
 */
export function inheritedSocket(
  environment: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | null {
  if (environment["LISTEN_PID"] !== String(pid)) return null;
  return Number(environment["LISTEN_FDS"]) >= 1 ? FIRST_INHERITED_FD : null;
}
