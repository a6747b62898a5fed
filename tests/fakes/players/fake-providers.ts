import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { selfSigned } from "#tests/support/self-signed.ts";

/** Hosts of the fakes. The browser's resolver maps them to 127.0.0.1. */
export const FRAME_HOST = "frame.example";
export const SCRIPT_HOST = "script.example";
export const STREAM_HOST = "stream.example";

/** Failure of a stream's server: an error status, or no response. */
export type StreamFault = 404 | 500 | "hangs";

/**
 * Three providers of live players on one TLS port of 127.0.0.1, selected by host: a player page for frames, a
 * player script and an HLS stream, which `upstream` serves.
 */
export type FakeProviders = {
  readonly port: number;
  /** `host path` of every request, in order. */
  readonly requests: string[];
  /** Origin of the server that gets requests for the stream's /live and /media. */
  upstream: string;
  streamFault: StreamFault | null;
  /** Hosts that accept requests and never respond. */
  readonly silentHosts: Set<string>;
  requestsTo(host: string): string[];
  close(): Promise<void>;
};

/** Starts the fakes. The caller closes them. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const requests: string[] = [];
  const server = createServer(selfSigned(FRAME_HOST), (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was assigned");

  const fakes: FakeProviders = {
    port: address.port,
    requests,
    upstream: "",
    streamFault: null,
    silentHosts: new Set(),
    requestsTo: (host) => requests.filter((line) => line.startsWith(`${host} `)),
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? "";
    const path = request.url ?? "/";
    requests.push(`${host} ${path}`);
    if (fakes.silentHosts.has(host)) return;
    // The server under test cannot resolve the fake hosts: it uses the IP address.
    if (host === STREAM_HOST || host.startsWith("127.0.0.1:")) return sendStream(response, path);
    if (host === SCRIPT_HOST && path === "/loader.js") {
      return send(response, "text/javascript", SCRIPT_LOADER);
    }
    if (host === SCRIPT_HOST && path.startsWith("/player")) {
      return send(response, "text/html", SCRIPT_PLAYER_PAGE);
    }
    if (host === FRAME_HOST && path === "/embed/7") return send(response, "text/html", FRAME_PAGE);
    response.writeHead(404).end();
  }

  async function sendStream(response: ServerResponse, path: string): Promise<void> {
    if (fakes.streamFault === "hangs") return;
    if (fakes.streamFault !== null) {
      response.writeHead(fakes.streamFault, { "Access-Control-Allow-Origin": "*" }).end();
      return;
    }
    const source = await fetch(`${fakes.upstream}${path}`);
    const body = Buffer.from(await source.arrayBuffer());
    response.writeHead(source.status, {
      "Access-Control-Allow-Origin": "*",
      "Content-Type": source.headers.get("content-type") ?? "application/octet-stream",
    });
    response.end(body);
  }

  return fakes;
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "Content-Type": type }).end(body);
}

/** A provider's player for frames. It plays after its load and shows that on its page. */
const FRAME_PAGE = `<!doctype html><html lang="en"><title>Frame player</title>
<style>html,body{height:100%;margin:0;background:#063;color:#fff}</style>
<p>The frame provider plays</p>`;

/** A provider's script. It finds its mount element by id and inserts its own frame. */
const SCRIPT_LOADER = `(function () {
  var mount = document.getElementById("provider-player");
  var frame = document.createElement("iframe");
  frame.title = "Script player";
  frame.allow = "autoplay; fullscreen";
  frame.src = "https://script.example/player?stream=" + mount.getAttribute("data-stream");
  mount.appendChild(frame);
})();`;

/** The page in the script's frame. */
const SCRIPT_PLAYER_PAGE = `<!doctype html><html lang="en"><title>Script player</title>
<style>html,body{height:100%;margin:0;background:#036;color:#fff}</style>
<p>The script provider plays</p>`;
