import { expect, test } from "vitest";
import { fileFactsSchema } from "#shared/studio/file-facts.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createFileFacts } from "./create-file-facts.ts";
import type { StaffVerdict } from "./staff-caller.ts";

const ask = (verdict: (permission: string) => Promise<StaffVerdict>) =>
  createFileFacts({
    file: testMinistry(),
    check: (_authorization, permission) => verdict(permission),
  }).request("/api/studio/file");

test("who may change some of it reads what the file says, and nobody keeps it", async () => {
  const response = await ask(async (permission) => (permission === "schedule" ? "may" : 403));
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { channels: _, ...facts } = testMinistry();
  expect(fileFactsSchema.parse(await response.json())).toEqual(facts);
});

test.each([
  [401, async () => 401 as const],
  [403, async () => 403 as const],
  [503, () => Promise.reject(new Error("away"))],
])("others get %i and nothing of it", async (status, verdict) => {
  const response = await ask(verdict);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: "refused" });
});
