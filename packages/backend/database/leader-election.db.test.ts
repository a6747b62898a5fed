import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "./database.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";

let first: TestDatabase;
let second: Database;
beforeAll(async () => {
  first = await createTestDatabase();
  second = first.openAgain();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const leaders = async (): Promise<boolean[]> => [
  await first.database.leads(),
  await second.leads(),
  await first.database.leads(),
];

it("leads on one of two servers of a database, however often both check", async () => {
  expect(await leaders()).toEqual([true, false, true]);
  expect(await leaders()).toEqual([true, false, true]);
});

it("passes to another server when the leader loses its session", async () => {
  await first.admin`
    select pg_terminate_backend(pid, 5000) from pg_locks
    where locktype = 'advisory' and granted and database = (
      select oid from pg_database where datname = current_database())`;
  expect(await second.leads()).toBe(true);
  expect(await first.database.leads()).toBe(false);
  expect(await first.database.leads()).toBe(false);
});

it("leads nowhere without a database", async () => {
  const closed = first.openAgain();
  await closed.close();
  expect(await closed.leads()).toBe(false);
});
