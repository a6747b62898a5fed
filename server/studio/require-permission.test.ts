import { Hono } from "hono";
import { expect, test } from "vitest";
import {
  createRightsReader,
  createRequirePermission,
  type RightsReader,
} from "./require-permission.ts";

const TOKEN = `Bearer ${"a".repeat(40)}`;

function roomBehind(readRights: RightsReader): Hono {
  const door = createRequirePermission(readRights);
  return new Hono().get("/room", door("channels", "schedule"), (context) => context.text("inside"));
}

test("one of the permissions opens, and nobody keeps what is behind", async () => {
  const response = await roomBehind(() => Promise.resolve(["numbers", "schedule"])).request(
    "/room",
  );
  expect(await response.text()).toBe("inside");
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test.each<[string, RightsReader, number, string]>([
  ["nobody", () => Promise.resolve(401), 401, "Sign in"],
  ["a member", () => Promise.resolve(403), 403, "Not yours"],
  ["a helper of other parts", () => Promise.resolve(["videos"]), 403, "Not yours"],
  [
    "anybody while the backend is away",
    () => Promise.reject(new Error("away")),
    503,
    "The backend does not answer",
  ],
])("it is closed to %s", async (_who, readRights, status, error) => {
  const response = await roomBehind(readRights).request("/room");
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({ error });
});

test("the backend is asked once, in the caller's name; names that are no permission count for nothing", async () => {
  const asked: (string | null)[] = [];
  const readRights = createRightsReader({
    transport(_path, init) {
      asked.push(new Headers(init?.headers).get("authorization"));
      return Promise.resolve(Response.json({ permissions: ["schedule", "everything"] }));
    },
    publishableKey: "sb_publishable_x",
  });
  expect(await readRights(TOKEN)).toEqual(["schedule"]);
  expect(asked).toEqual([TOKEN]);
});

test.each([undefined, "Basic abc", "Bearer short", `Bearer ${"a".repeat(9_000)}`])(
  "%s is no token, and the backend is not asked",
  async (authorization) => {
    const readRights = createRightsReader({
      transport: () => Promise.reject(new Error("asked")),
      publishableKey: "sb_publishable_x",
    });
    expect(await readRights(authorization)).toBe(401);
  },
);
