import { Hono } from "hono";
import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

function answerOf(isSecure: boolean): Promise<Response> {
  const app = new Hono().use(securityHeaders({ isSecure, playerOrigins: [] }));
  return Promise.resolve(app.get("/", (c) => c.text("hello")).request("/"));
}

test("TLS is remembered for this host alone: other hosts of the domain may serve something else", async () => {
  const { headers } = await answerOf(true);
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
});

test("without TLS nothing is remembered", async () => {
  expect((await answerOf(false)).headers.has("strict-transport-security")).toBe(false);
});
