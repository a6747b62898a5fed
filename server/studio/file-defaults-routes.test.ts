import { expect, it } from "vitest";
import * as v from "valibot";
import { fileFactsSchema } from "#shared/studio/file-defaults.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createFileDefaultsRoutes } from "./file-defaults-routes.ts";
import { createRequirePermission } from "./require-permission.ts";

const request = (...permissions: Permission[]) =>
  createFileDefaultsRoutes({
    file: testMinistry(),
    requirePermission: createRequirePermission(
      () => Promise.resolve(permissions),
      (_, next) => next(),
    ),
  }).request("/api/studio/file");

it("returns the file's content to staff who may change some of it", async () => {
  const response = await request("numbers", "schedule");
  expect(response.status).toBe(200);
  const { channels: _, ...facts } = testMinistry();
  expect(v.parse(fileFactsSchema, await response.json())).toEqual(facts);
});

it("rejects staff without such a permission", async () => {
  expect((await request("channels", "numbers")).status).toBe(403);
});
