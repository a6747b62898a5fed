import { Hono } from "hono";
import { expect, test } from "vitest";
import { allowNativeApp } from "./native-app-cors.ts";

const app = new Hono()
  .use("/api/*", allowNativeApp())
  .get("/api/notes", (context) => context.json({ error: "not found" }, 404))
  .get("/api/open", (context) => context.json({}, 200, { "access-control-allow-origin": "*" }));

async function allowedFor(path: string, origin?: string): Promise<string | null> {
  const response = await app.request(path, origin === undefined ? {} : { headers: { origin } });
  return response.headers.get("access-control-allow-origin");
}

test.each(["https://localhost", "capacitor://localhost"])(
  "the phone app at %s may read answers, errors too",
  async (origin) => {
    expect(await allowedFor("/api/notes", origin)).toBe(origin);
  },
);

test.each([
  undefined,
  "http://localhost",
  "https://localhost:8443",
  "https://evil.example",
  "null",
])("nobody else may: %s", async (origin) => {
  expect(await allowedFor("/api/notes", origin)).toBeNull();
});

test("an answer that is open to all stays so", async () => {
  expect(await allowedFor("/api/open", "https://localhost")).toBe("*");
});

test("a cache between keeps answers to different origins apart", async () => {
  const response = await app.request("/api/notes");
  expect(response.headers.get("vary")).toBe("Origin");
});
