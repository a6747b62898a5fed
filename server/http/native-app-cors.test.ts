import { Hono } from "hono";
import { expect, it } from "vitest";
import { allowNativeApp } from "./native-app-cors.ts";

const app = new Hono()
  .use("/api/*", allowNativeApp())
  .get("/api/notes", (context) => context.json({ error: "not found" }, 404))
  .get("/api/open", (context) => context.json({}, 200, { "access-control-allow-origin": "*" }));

async function allowedFor(path: string, origin?: string): Promise<string | null> {
  const response = await app.request(path, origin === undefined ? {} : { headers: { origin } });
  return response.headers.get("access-control-allow-origin");
}

it.each(["https://localhost", "capacitor://localhost"])(
  "lets the native app at %s read responses and errors",
  async (origin) => {
    expect(await allowedFor("/api/notes", origin)).toBe(origin);
  },
);

it.each([undefined, "http://localhost", "https://localhost:8443", "https://evil.example", "null"])(
  "keeps out other origins: %s",
  async (origin) => {
    expect(await allowedFor("/api/notes", origin)).toBeNull();
  },
);

it("leaves a response that is open to all as it is", async () => {
  expect(await allowedFor("/api/open", "https://localhost")).toBe("*");
});

it("makes caches store responses per origin", async () => {
  const response = await app.request("/api/notes");
  expect(response.headers.get("vary")).toBe("Origin");
});
