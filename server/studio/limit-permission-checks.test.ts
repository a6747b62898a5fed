import { Hono } from "hono";
import { expect, it } from "vitest";
import { limitPermissionChecks } from "./limit-permission-checks.ts";

it("rejects an IP address with a burst of previews and staff requests, and no other", async () => {
  const clientAddress = (context: { req: { header(name: string): string | undefined } }): string =>
    context.req.header("x-address") ?? "";
  const app = new Hono()
    .use(limitPermissionChecks({ clientAddress, factor: 1 / 30 }))
    .get("*", (context) => context.text("answered"));
  const ask = async (path: string, address: string): Promise<number> =>
    (await app.request(path, { headers: { "x-address": address } })).status;
  const paths = ["/?preview=a", "/api/studio/health", "/embed/channel/english?preview=b", "/fr"];
  const flooding = await Promise.all(paths.map((path) => ask(path, "203.0.113.7")));
  expect(flooding).toEqual([200, 200, 429, 200]);
  expect(await ask("/?preview=a", "203.0.113.8")).toBe(200);
});
