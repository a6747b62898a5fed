import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createMetrics, formatMetrics } from "@reign-tv/kit/metrics.ts";
import { requestContextOf } from "@reign-tv/kit/http/request-context.ts";
import { createApp } from "./create-app.ts";
import { type RequestLogOptions, warnAboutUntrustedProxy } from "@reign-tv/kit/http/request-log.ts";

const VISITOR = { incoming: { socket: { remoteAddress: "203.0.113.9" } } };
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

type Line = Record<string, unknown>;

/** A server with three routes and a page, its log and its counts. */
function serverWith(record: Partial<RequestLogOptions> = {}) {
  const lines: Line[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const named = new Hono()
    .get("/api/things/:id", (c) => c.json({ id: c.req.param("id") }))
    .get("/api/broken", () => {
      throw new Error("it broke");
    })
    .get("/api/named/:name", (c) => {
      Object.assign(requestContextOf(c.req.raw), { route: "/api/named/:name", user: "0a1b" });
      return c.text("away", 503);
    })
    .get("/api/held", (c) => {
      requestContextOf(c.req.raw).heldMs = 60_000;
      return c.text("the next one");
    })
    .get("/readyz", (c) => c.text("not ready", 503));
  const app = createApp({
    headers: { isSecure: false, playerOrigins: [] },
    record: { log, slowMs: 60_000, isAccessLogged: false, metrics, ...record },
    routes: [new Hono().use("/api/*", (_, next) => next()), named],
    pages: new Hono().get("*", (c) => c.html("<p>page</p>")),
  });
  const ask = async (path: string, env: object = VISITOR): Promise<Response> =>
    app.request(path, {}, env);
  return { ask, lines, metrics };
}

describe("every request", () => {
  it("has its own id in its response, and no line while all is well", async () => {
    const { ask, lines } = serverWith();
    const answers = [await ask("/"), await ask("/api/things/7"), await ask("/api/nowhere")];
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(3);
    expect(lines).toEqual([]);
  });

  it("has one line with that id and the reason when it fails, without query and IP address", async () => {
    const { ask, lines } = serverWith();
    const response = await ask("/api/broken?token=canary");
    expect(await response.json()).toEqual({ error: "Something went wrong" });
    expect(lines).toEqual([
      {
        level: 50,
        time: expect.any(String),
        event: "request_failed",
        requestId: response.headers.get("x-request-id"),
        method: "GET",
        route: "/api/broken",
        path: "/api/broken",
        status: 500,
        ms: expect.any(Number),
        err: expect.objectContaining({ type: "Error", message: "it broke" }),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/canary|203\.0\.113/);
  });

  it("is named by its route template where that hides names, with the account as a hash", async () => {
    const { ask, lines } = serverWith();
    await ask("/api/named/anna");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ route: "/api/named/:name", user: "0a1b", status: 503 });
    expect(JSON.stringify(lines)).not.toContain("anna");
  });

  it("has a line when it is slow, and not held back on purpose", async () => {
    const { ask, lines } = serverWith({ slowMs: -1 });
    await ask("/api/things/7");
    await ask("/api/held");
    expect(lines).toMatchObject([
      { level: 40, event: "request_slow", route: "/api/things/:id", path: "/api/things/7" },
    ]);
  });

  it("has a line when the access log is on, unless it is a probe", async () => {
    const { ask, lines } = serverWith({ isAccessLogged: true });
    await ask("/live-tv?from=mail");
    await ask("/readyz");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 30, event: "request", path: "/live-tv", status: 200 });
    expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual(
      ["event", "level", "method", "ms", "path", "requestId", "route", "status", "time"].toSorted(),
    );
  });

  it("has a line only when it fails, if the server calls itself", async () => {
    const { ask, lines } = serverWith({ slowMs: -1, isAccessLogged: true });
    await ask("/api/things/7", {});
    expect(lines).toEqual([]);
    await ask("/api/broken", {});
    expect(lines).toMatchObject([{ event: "request_failed", route: "/api/broken" }]);
  });

  it("is counted by route, method and class, unless the server calls itself", async () => {
    const { ask, metrics } = serverWith();
    await ask("/api/things/7");
    await ask("/api/things/8");
    await ask("/api/broken");
    await ask("/some/page");
    await ask("/api/things/9", {});
    const text = formatMetrics(await metrics.read());
    const count = (route: string, status: string): string =>
      `http_requests_total{route="${route}",method="GET",status_class="${status}"}`;
    expect(text).toContain(`${count("/api/things/:id", "2xx")} 2\n`);
    expect(text).toContain(`${count("/api/broken", "5xx")} 1\n`);
    expect(text).toContain(`${count("/*", "2xx")} 1\n`);
    expect(text).toContain('http_duration_seconds_count{route="/api/things/:id"} 2\n');
    expect(text).not.toContain("/some/page");
  });
});

/** Log after requests of these peers, each with its forwarding headers. */
async function logOf(
  trustedProxies: string[],
  requests: readonly (readonly [peer: string | null, forwarded: string | null])[],
): Promise<string[]> {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(line) });
  const app = new Hono();
  app.use(warnAboutUntrustedProxy({ trustedProxies, log }));
  app.get("/", (c) => c.text("page"));
  for (const [peer, forwarded] of requests) {
    const env = peer === null ? {} : { incoming: { socket: { remoteAddress: peer } } };
    const headers = new Headers(forwarded === null ? {} : { "x-forwarded-for": forwarded });
    expect((await app.request("/", { headers }, env)).status).toBe(200);
  }
  return lines;
}

describe("a proxy that TRUSTED_PROXY does not name", () => {
  it("is reported once, with a hint and without whole IP addresses", async () => {
    const lines = await logOf(
      [],
      [
        ["10.1.2.3", "198.51.100.7"],
        ["10.1.2.3", "198.51.100.8"],
      ],
    );
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      event: "proxy_not_trusted",
      peer: "10.1.2.0",
    });
    expect(lines[0]).toContain("TRUSTED_PROXY");
    expect(lines[0]).not.toContain("198.51.100");
  });

  it.each<[string, string[], string | null, string | null]>([
    ["it is named", ["10.0.0.0/8"], "10.1.2.3", "198.51.100.7"],
    ["nothing is forwarded", [], "10.1.2.3", null],
    ["the server asks itself", [], null, "198.51.100.7"],
  ])("is not reported when %s", async (_, trusted, peer, forwarded) => {
    expect(await logOf(trusted, [[peer, forwarded]])).toEqual([]);
  });
});
