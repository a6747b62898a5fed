import { expect, test } from "vitest";
import { fileFactsSchema } from "#shared/studio/file-defaults.ts";
import type { Permission } from "#shared/studio/permissions.ts";
import { testMinistry } from "#tests/support/ministry-fixture.ts";
import { createFileFacts } from "./create-file-facts.ts";
import { createRequirePermission } from "./require-permission.ts";

const ask = (...rights: Permission[]) =>
  createFileFacts({
    file: testMinistry(),
    door: createRequirePermission(() => Promise.resolve(rights)),
  }).request("/api/studio/file");

test("who may change some of it reads what the file says", async () => {
  const response = await ask("numbers", "schedule");
  expect(response.status).toBe(200);
  const { channels: _, ...facts } = testMinistry();
  expect(fileFactsSchema.parse(await response.json())).toEqual(facts);
});

test("other helpers do not", async () => {
  expect((await ask("channels", "numbers")).status).toBe(403);
});
