import { Hono } from "hono";
import { expect, it } from "vitest";
import { createClientLimits } from "@reign-tv/kit/http/ip-rate-limit.ts";
import {
  limitPermissionChecks,
  createPermissionsReader,
  createRequirePermission,
  onlyPreviews,
  type PermissionsReader,
} from "./require-permission.ts";

it("rejects an IP address with a burst of previews and staff requests, and no other", async () => {
  const clientAddress = (context: { req: { header(name: string): string | undefined } }): string =>
    context.req.header("x-address") ?? "";
  const limit = limitPermissionChecks(createClientLimits({ clientAddress, factor: 1 / 30 }));
  const requirePermission = createRequirePermission(() => Promise.resolve(["settings"]), limit);
  const app = new Hono()
    .get("/api/studio/health", requirePermission("settings"), (context) => context.text("staff"))
    .get("*", onlyPreviews(limit), (context) => context.text("answered"));
  const ask = async (path: string, address: string): Promise<number> =>
    (await app.request(path, { headers: { "x-address": address } })).status;
  const paths = ["/?preview=a", "/api/studio/health", "/embed/channel/english?preview=b", "/fr"];
  const flooding = await Promise.all(paths.map((path) => ask(path, "203.0.113.7")));
  expect(flooding).toEqual([200, 200, 429, 200]);
  expect(await ask("/?preview=a", "203.0.113.8")).toBe(200);
});

const TOKEN = `Bearer ${"a".repeat(40)}`;

function routeWith(readPermissions: PermissionsReader): Hono {
  const requirePermission = createRequirePermission(readPermissions, (_, next) => next());
  return new Hono().get("/route", requirePermission("channels", "schedule"), (context) =>
    context.text("inside"),
  );
}

it("accepts any of the permissions, and sends responses uncached", async () => {
  const response = await routeWith(() => Promise.resolve(["numbers", "schedule"])).request(
    "/route",
  );
  expect(await response.text()).toBe("inside");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

it.each<[string, PermissionsReader, number, string]>([
  ["an unknown user", () => Promise.resolve(401), 401, "Sign in"],
  ["a member", () => Promise.resolve(403), 403, "Not yours"],
  ["staff with other permissions", () => Promise.resolve(["videos"]), 403, "Not yours"],
  [
    "every caller while the backend is down",
    () => Promise.reject(new Error("away")),
    503,
    "The backend does not answer",
  ],
])("rejects %s", async (_who, readPermissions, status, error) => {
  const response = await routeWith(readPermissions).request("/route");
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({ error });
});

it("calls the backend once with the caller's token, and ignores unknown permissions", async () => {
  const asked: (string | null)[] = [];
  const readPermissions = createPermissionsReader({
    transport(_path, init) {
      asked.push(new Headers(init?.headers).get("authorization"));
      return Promise.resolve(Response.json({ permissions: ["schedule", "everything"] }));
    },
    publishableKey: "sb_publishable_x",
  });
  expect(await readPermissions(TOKEN)).toEqual(["schedule"]);
  expect(asked).toEqual([TOKEN]);
});

it.each([undefined, "Basic abc", "Bearer short", `Bearer ${"a".repeat(9_000)}`])(
  "rejects the token %s without a request",
  async (authorization) => {
    const readPermissions = createPermissionsReader({
      transport: () => Promise.reject(new Error("asked")),
      publishableKey: "sb_publishable_x",
    });
    expect(await readPermissions(authorization)).toBe(401);
  },
);
