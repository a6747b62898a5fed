import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { warnAboutUntrustedProxy } from "./request-log.ts";

/** What the log says after requests of these peers, each with what it forwards. */
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
  it("is told of once, with the remedy and without whole addresses", async () => {
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
  ])("is not told of when %s", async (_, trusted, peer, forwarded) => {
    expect(await logOf(trusted, [[peer, forwarded]])).toEqual([]);
  });
});
