import type { IncomingMessage, Server } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";

/** Upgrades the current request to a socket; `onOpen` gets it when it is open. */
export type AcceptSocket = (onOpen: (socket: WebSocket) => void) => void;

/** Like the `fetch` of a Hono app. */
type RequestHandler = (request: Request, env: object) => Response | Promise<Response>;

/** Larger frames close their socket (code 1009). */
const FRAME_LIMIT_BYTES = 5_000_000;
/** A rejection waits a random time, so that retries of many clients spread out. */
const REJECTION_DELAY_MS = { least: 300, most: 500 } as const;

/** Returns the upgrade function that Hono's `env` holds for a socket request; null for all others. */
export function socketOf(env: unknown): AcceptSocket | null {
  if (typeof env !== "object" || env === null || !("acceptSocket" in env)) return null;
  const { acceptSocket } = env;
  return isAcceptSocket(acceptSocket) ? acceptSocket : null;
}

function isAcceptSocket(value: unknown): value is AcceptSocket {
  return typeof value === "function";
}

/** Requests that offer an upgrade to another protocol are answered as plain HTTP. */
export function isWebSocketUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Lets an app handle upgrade requests: an accepted one becomes a socket, any other gets the app's response.
 * The app sees the same checks and IP addresses as with every other request.
 */
export function acceptSockets(server: Server, handle: RequestHandler): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_LIMIT_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  server.on("upgrade", (incoming, stream, head) => {
    // A client that disconnects in the meantime is not an error.
    stream.on("error", () => undefined);
    decide(incoming, handle).then(
      (decision) => {
        if (typeof decision !== "function") return reject(stream, decision);
        sockets.handleUpgrade(incoming, stream, head, decision);
        return undefined;
      },
      () => reject(stream, new Response(null, { status: 500 })),
    );
  });
}

async function decide(
  incoming: IncomingMessage,
  handle: RequestHandler,
): Promise<Response | ((socket: WebSocket) => void)> {
  const request = requestOf(incoming);
  if (request === null || !isWebSocketUpgrade(incoming)) return new Response(null, { status: 400 });
  let accepted: ((socket: WebSocket) => void) | null = null;
  const acceptSocket: AcceptSocket = (onOpen) => {
    accepted = onOpen;
  };
  const response = await handle(request, { incoming, acceptSocket });
  return accepted ?? response;
}

function requestOf({ url = "/", headers }: IncomingMessage): Request | null {
  const address = `http://${headers.host ?? "localhost"}${url}`;
  if (!URL.canParse(address)) return null;
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return new Request(address, { headers: copied });
}

/** Writes an error response; a successful one without an upgrade becomes 400. */
async function reject(stream: Duplex, response: Response): Promise<void> {
  const status = response.status >= 400 ? response.status : 400;
  const body = Buffer.from(response.status >= 400 ? await response.text() : "");
  const { least, most } = REJECTION_DELAY_MS;
  await sleep(least + Math.random() * (most - least), undefined, { ref: false });
  const headers = new Headers(response.headers);
  headers.set("connection", "close");
  headers.set("content-length", String(body.length));
  headers.delete("transfer-encoding");
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", ""].join("\r\n");
  if (!stream.destroyed) stream.end(Buffer.concat([Buffer.from(head), body]));
}
