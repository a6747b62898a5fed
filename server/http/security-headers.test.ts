import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { securityHeaders, createCspReport } from "./security-headers.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { createApp } from "./create-app.ts";

function answerOf(isSecure: boolean, path = "/"): Promise<Response> {
  const app = new Hono().use(securityHeaders({ isSecure, playerOrigins: [] }));
  return Promise.resolve(app.get("*", (c) => c.text("hello")).request(path));
}

it.each([
  ["/", "()"],
  ["/live-tv", "()"],
  ["/studios", "()"],
  ["/studio/channels/english", "(self)"],
  ["/fr/studio", "(self)"],
])("%s may use camera and microphone: %s", async (path, allowed) => {
  const features = (await answerOf(true, path)).headers.get("permissions-policy");
  expect(features).toContain(`camera=${allowed}, microphone=${allowed}, geolocation=()`);
});

it("sends HSTS for this host alone, without its subdomains", async () => {
  const { headers } = await answerOf(true);
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
});

it("sends no HSTS without TLS", async () => {
  expect((await answerOf(false)).headers.has("strict-transport-security")).toBe(false);
});

const HOUR_MS = 3_600_000;
const REPORT = JSON.stringify([
  { type: "csp-violation", body: { effectiveDirective: "script-src" } },
]);

function openApp() {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(line) });
  const clock = { nowMs: Date.UTC(2026, 10, 22) };
  const app = createApp({
    headers: { isSecure: false, playerOrigins: [] },
    record: { log, slowMs: Infinity, isAccessLogged: false },
    routes: [createCspReport({ log, now: () => clock.nowMs })],
    pages: new Hono(),
  });
  const report = async (body: string): Promise<number> =>
    (await app.request("/csp-report", { method: "POST", body })).status;
  return { report, lines, clock };
}

describe("reports of the content policy", () => {
  it("are one line each", async () => {
    const { report, lines } = openApp();
    expect(await report(REPORT)).toBe(204);
    expect(lines.join("")).toContain('"directive":"script-src"');
  });

  it.each([
    ["nothing", "", 400],
    ["no JSON", "{", 400],
    ["another shape", "[[[]]]", 400],
    ["more than 16 kB", "[".repeat(20_000), 413],
  ])("are rejected when %s", async (_, body, status) => {
    expect(await openApp().report(body)).toBe(status);
  });

  it("are dropped beyond twenty a minute, and accepted again after a clock was set back", async () => {
    const { report, clock } = openApp();
    for (let count = 0; count < 20; count += 1) await report(REPORT);
    expect(await report(REPORT)).toBe(429);
    clock.nowMs -= 6 * HOUR_MS;
    expect(await report(REPORT)).toBe(204);
  });
});
