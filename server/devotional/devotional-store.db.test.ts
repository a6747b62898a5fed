import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "@reign-tv/kit/log.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { watchDevotionals } from "./devotional-store.ts";

const log = createLogger("silent");
const onChange = vi.fn<() => void>();
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await watchDevotionals({ database: test.database, log, onChange });
});
afterAll(() => test.close());
beforeEach(() => onChange.mockClear());

it("reports published, changed and removed devotionals once per statement", async () => {
  await test.admin`
    insert into public.devotionals (date, language, title, verse, content, status)
    select day, 'en', 't', 'v', 'c', 'published'
    from generate_series('2026-06-01'::date, '2026-06-30'::date, '1 day') as day`;
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  onChange.mockClear();
  await test.admin`update public.devotionals set title = 'other' where date = '2026-06-14'`;
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  onChange.mockClear();
  await test.admin`truncate public.devotionals`;
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
});

it("reports changes to every server on the database", async () => {
  const other = test.openAgain();
  const onChangeThere = vi.fn<() => void>();
  await watchDevotionals({ database: other, log, onChange: onChangeThere });
  onChangeThere.mockClear();
  await test.admin`delete from public.devotionals`;
  await vi.waitFor(() => expect(onChangeThere).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  await other.close();
});

it("reports nothing that was rolled back", async () => {
  const undone = test.admin.begin(async (sql) => {
    await sql`delete from public.devotionals`;
    throw new Error("not after all");
  });
  await expect(undone).rejects.toThrow("not after all");
  await test.admin`delete from public.devotionals`;
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
});

it("reports a change when its connection is restored", async () => {
  await test.admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`;
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  onChange.mockClear();
  await test.admin`delete from public.devotionals`;
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
});

it("does not fail where LISTEN is not available", async () => {
  const listen = () => Promise.reject(new Error("a pooler"));
  await expect(watchDevotionals({ database: { listen }, log, onChange })).resolves.toBeUndefined();
});
