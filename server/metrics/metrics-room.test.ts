import { describe, expect, it } from "vitest";
import { createMetrics } from "#server/kit/metrics.ts";
import { createMetricsRoom } from "./open-metrics.ts";

const TOKEN = "a-token-of-the-operator";

function ask(headers: Record<string, string>, isOpenThroughProxy = false) {
  const metrics = createMetrics();
  metrics.gauge("up", "Here.", () => 1);
  return createMetricsRoom({ read: metrics.read, token: TOKEN, isOpenThroughProxy }).request(
    "/metrics",
    {
      headers,
    },
  );
}

describe("/metrics", () => {
  it("tells the figures to the token, and nobody keeps them", async () => {
    const response = await ask({ authorization: `Bearer ${TOKEN}` });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toContain("up 1\n");
  });

  it.each([{}, { authorization: "Bearer another" }, { authorization: `Basic ${TOKEN}` }])(
    "refuses %j",
    async (headers) => {
      const response = await ask(headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await response.text()).not.toContain("up 1");
    },
  );

  it.each(["x-forwarded-for", "forwarded", "via"])(
    "is not there through a proxy that writes %s, unless the operator wants it",
    async (name) => {
      const headers = { authorization: `Bearer ${TOKEN}`, [name]: "198.51.100.7" };
      expect((await ask(headers)).status).toBe(404);
      expect((await ask(headers, true)).status).toBe(200);
    },
  );
});
