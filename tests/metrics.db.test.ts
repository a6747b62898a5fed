import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { startServerProcess, type ServerProcess } from "#tests/support/server-process.ts";
import { putPreparedDatabase } from "@reign-tv/backend/testing";

const TOKEN = "a-token-of-the-operator";
/** Metrics of the monitoring system itself and its blackbox exporter. */
const EXTERNAL_METRICS: readonly string[] = ["up", "probe_ssl_earliest_cert_expiry"];
/** Keywords of the query language. */
const KEYWORDS = new Set(
  "sum by rate on and or le topk increase histogram_quantile predict_linear time".split(" "),
);

const dashboardSchema = v.object({
  panels: v.array(v.object({ targets: v.array(v.object({ expr: v.string() })) })),
});

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METRICS_TOKEN: TOKEN }, { prepare: putPreparedDatabase });
});
afterAll(() => server.stop());

async function readMetrics(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${server.url}/metrics`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

/** Returns the metrics of an expression: its words without labels, strings, ranges and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|on) ?\([^)]*\)/g, "");
  return [...bare.matchAll(/[a-z_]{2,}/g)]
    .map(([word]) => word)
    .filter((word) => !KEYWORDS.has(word));
}

it("exports every metric that alerts and panels use", async () => {
  const names = new Set(
    [...(await readMetrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = "", kind]) =>
      kind === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const rules = readFileSync("docs/monitoring/alerts.yml", "utf8");
  const alerts = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = ""]) => expression);
  const dashboard = v.parse(
    dashboardSchema,
    JSON.parse(readFileSync("docs/monitoring/grafana-dashboard.json", "utf8")),
  );
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(alerts.length).toBeGreaterThanOrEqual(9);
  expect(panels.length).toBeGreaterThan(20);
  const used = new Set([...alerts, ...panels].flatMap(metricsIn));
  expect(used.size).toBeGreaterThan(15);
  expect([...used].filter((name) => !names.has(name) && !EXTERNAL_METRICS.includes(name))).toEqual(
    [],
  );
});

it("counts requests without recording personal data", async () => {
  await fetch(`${server.url}/?canary=1`);
  await fetch(`${server.url}/`);
  await fetch(`${server.url}/bible/canary/1`);
  const home = await (await fetch(`${server.url}/api/site`)).text();
  const apikey = /"publishableKey":"([^"]+)"/.exec(home)?.[1] ?? "";
  const body = JSON.stringify({ email: "canary@example.org", password: "canary-canary" });
  const headers = { apikey, "content-type": "application/json" };
  const login = `${server.url}/auth/v1/token?grant_type=password`;
  expect((await fetch(login, { method: "POST", headers, body })).status).toBe(400);
  const text = await readMetrics();
  expect(text).toMatch(/^page_cache_hits_total\{result="hit"\} [1-9]/m);
  expect(text).toMatch(/^auth_refused_total 1$/m);
  expect(text).toMatch(
    /^http_requests_total\{route="\/auth\/v1\/token",method="POST",status_class="4xx"\} 1$/m,
  );
  expect(text).toMatch(/^channel_up\{channel="english"\} 1$/m);
  expect(text).toMatch(/^db_pool_in_use \d+$/m);
  expect(text).toMatch(/^disk_free_bytes [1-9]\d+$/m);
  expect(text).toMatch(/^wal_archive_lag \d/m);
  expect(text).not.toContain("canary");
});
