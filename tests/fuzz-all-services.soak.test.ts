import { request as ask } from "node:http";
import { createClient } from "@supabase/supabase-js";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import * as v from "valibot";
import { loadKeys } from "@reign-tv/backend";
import { printMeasurements } from "@reign-tv/backend/testing";
import {
  type FuzzedCall,
  type FuzzedCaller,
  fuzzedCall,
  fuzzedFrame,
} from "./support/fuzzed-calls.ts";
import { type ControlledServer, startControlledServer } from "./support/controlled-server.ts";

const SEED = 20_261_122;
const CALLS = 20_000;
const AT_ONCE = 8;
const SOCKETS = 100;
const FRAMES_PER_SOCKET = 20;
/** After this many calls the caches are full. */
const WARM_CALLS = 5_000;
const GROWTH_LIMIT = 1.25;
const ANSWER_LIMIT_MS = 30_000;
/** Statuses of a failed upstream: every external URL is unreachable here. */
const UPSTREAM_STATUSES = new Set([501, 502, 503, 504]);
/** Longer bodies exceed the socket buffers of a server that stops reading. */
const UNREAD_LENGTH = 100_000;
/** Notices for the operator, and the router's warning of a malformed URL. */
const PLAIN_LINES =
  /is ready:|^The studio has no owner yet|^Mail in |^Message in |^The URL path .* could not be decoded/;
const siteSchema = v.object({ publishableKey: v.string() });

describe("20,000 random calls of all services", () => {
  let server: ControlledServer;
  let credentials: Record<FuzzedCaller, Record<string, string>>;

  beforeAll(async () => {
    server = await startControlledServer();
    const site = v.parse(siteSchema, await (await fetch(`${server.url}/api/site`)).json());
    const { secretKey } = await loadKeys({ dataDir: server.dataDir, now: Date.now });
    const client = createClient(server.url, site.publishableKey);
    const { data, error } = await client.auth.signUp({
      email: "member@example.org",
      password: "kettle-mistral-47",
    });
    if (error !== null) throw error;
    const apikey = site.publishableKey;
    credentials = {
      nobody: {},
      visitor: { apikey },
      member: { apikey, authorization: `Bearer ${data.session?.access_token ?? ""}` },
      operator: { apikey: secretKey },
      stranger: { apikey: "x", authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
    };
  });
  afterAll(() => server.stop());

  it("cause no 5xx of the server, no logged error and no memory growth", async () => {
    const calls = fc.sample(fuzzedCall, { seed: SEED, numRuns: CALLS });
    const statuses = new Map<number, number>();
    const broken: string[] = [];
    let warmBytes = 0;
    for (let start = 0; start < calls.length; start += AT_ONCE) {
      if (start === WARM_CALLS) warmBytes = await server.heapBytes();
      const group = calls.slice(start, start + AT_ONCE);
      await Promise.all(
        group.map(async (call) => {
          const status = await send(server.url, call, credentials[call.caller]);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (!isExpected(call, status)) broken.push(describeCall(call, status));
        }),
      );
    }
    const frames = await sendFrames(server.url, credentials.visitor["apikey"] ?? "");
    const endBytes = await server.heapBytes();
    const strayLines = server
      .output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("{") && !PLAIN_LINES.test(line));
    printMeasurements("fuzzed calls of all services", {
      calls: calls.length,
      "frames on sockets": frames,
      statuses: [...statuses]
        .map(([status, count]) => `${status}: ${count}`)
        .toSorted()
        .join("; "),
      "unexpected answers": broken.length,
      "errors that nobody caught": strayLines.length,
      [`heap in MB after ${WARM_CALLS} and all`]: `${(warmBytes / 1e6).toFixed(1)} / ${(endBytes / 1e6).toFixed(1)}`,
    });
    expect(broken.slice(0, 20)).toEqual([]);
    expect(strayLines.slice(0, 5)).toEqual([]);
    expect(server.child.exitCode).toBeNull();
    expect(endBytes).toBeLessThan(warmBytes * GROWTH_LIMIT);
    expect(statuses.get(200)).toBeGreaterThan(500);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

function isExpected({ service, body }: FuzzedCall, status: number): boolean {
  // The server may close the connection when it rejects a request before its body has arrived.
  if (status === 0) return (body ?? "").length > UNREAD_LENGTH;
  if (status < 500) return true;
  return service === "functions" && UPSTREAM_STATUSES.has(status);
}

function describeCall({ caller, method, path, headers, body }: FuzzedCall, status: number): string {
  return `${status} ${caller} ${method} ${path} ${JSON.stringify(headers)} ${(body ?? "").slice(0, 300)}`;
}

/** Uses node:http, because `fetch` rejects or corrects half of these requests. */
function send(url: string, call: FuzzedCall, own: Record<string, string>): Promise<number> {
  const { method, path, headers, body } = call;
  return new Promise((resolve) => {
    const request = ask(
      url + path,
      { method, headers: { ...headers, ...own }, timeout: ANSWER_LIMIT_MS, agent: false },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
        response.on("error", () => resolve(0));
      },
    );
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(0));
    request.end(body ?? undefined);
  });
}

async function sendFrames(url: string, apikey: string): Promise<number> {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${apikey}&vsn=`;
  const frames = fc.sample(fuzzedFrame, { seed: SEED, numRuns: SOCKETS * FRAMES_PER_SOCKET });
  let sent = 0;
  for (let number = 0; number < SOCKETS; number += 1) {
    const socket = new WebSocket(address + (number % 2 === 0 ? "1.0.0" : "2.0.0"));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.once("open", () => {
      for (const frame of frames.slice(
        number * FRAMES_PER_SOCKET,
        (number + 1) * FRAMES_PER_SOCKET,
      )) {
        socket.send(frame);
        sent += 1;
      }
      socket.close();
    });
    await ended;
  }
  return sent;
}
