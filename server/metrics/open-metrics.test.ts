import { describe, expect, it } from "vitest";
import { createMetrics, formatMetrics } from "@reign-tv/kit/metrics.ts";
import { createMetricsRoutes, type BackupMoments, registerBackupMetrics } from "./open-metrics.ts";

const TOKEN = "a-token-of-the-operator";

function ask(headers: Record<string, string>, isOpenThroughProxy = false) {
  const metrics = createMetrics();
  metrics.gauge("up", "Here.", () => 1);
  return createMetricsRoutes({ read: metrics.read, token: TOKEN, isOpenThroughProxy }).request(
    "/metrics",
    {
      headers,
    },
  );
}

describe("/metrics", () => {
  it("sends the metrics to the token, uncached", async () => {
    const response = await ask({ authorization: `Bearer ${TOKEN}` });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("up 1\n");
  });

  it.each([{}, { authorization: "Bearer another" }, { authorization: `Basic ${TOKEN}` }])(
    "rejects %j",
    async (headers) => {
      const response = await ask(headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.text()).not.toContain("up 1");
    },
  );

  it.each(["x-forwarded-for", "forwarded", "via"])(
    "responds 404 through a proxy that writes %s, unless the operator allows it",
    async (name) => {
      const headers = { authorization: `Bearer ${TOKEN}`, [name]: "198.51.100.7" };
      expect((await ask(headers)).status).toBe(404);
      expect((await ask(headers, true)).status).toBe(200);
    },
  );
});

const NOW_MS = Date.parse("2026-11-22T09:30:00Z");

async function metrics(moments: BackupMoments | null): Promise<string> {
  const metrics = createMetrics();
  registerBackupMetrics(
    metrics,
    () => moments,
    () => NOW_MS,
  );
  return formatMetrics(await metrics.read());
}

it("reports the age of the newest backup and of the waiting WAL", async () => {
  const text = await metrics({ newestAt: "2026-11-22T03:00:00.000Z", logWaitingSeconds: 12.5 });
  expect(text).toContain("\nbackup_age_seconds 23400\n");
  expect(text).toContain("\nwal_archive_lag 12.5\n");
});

it("reports age 0 for a backup of the future after the clock went back", async () => {
  const text = await metrics({ newestAt: "2026-11-22T09:31:00.000Z", logWaitingSeconds: 0 });
  expect(text).toContain("\nbackup_age_seconds 0\n");
  expect(text).toContain("\nwal_archive_lag 0\n");
});

it.each([[null], [{ newestAt: null, logWaitingSeconds: null }]])(
  "reports nothing for %j, so that an alert fires",
  async (moments) => {
    expect(await metrics(moments)).not.toMatch(/^(?:backup_age_seconds|wal_archive_lag) /m);
  },
);
