import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { applyMigrations } from "./migrations.ts";
import { createTestDatabase, type TestDatabase } from "#backend/testing/test-database.ts";

describe("migrations", () => {
  let test: TestDatabase;
  let folder = "";
  let applied: readonly string[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    applied = await applyMigrations(test.admin, inject("testServer").migrationsDir);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    // As on a database that has only been booted.
    await test.admin`delete from supabase_migrations.schema_migrations`;
    await test.admin`drop table if exists public.one, public.two, public.three, public.between_them`;
    folder = mkdtempSync(join(tmpdir(), "migrations-"));
    write("20260101000000_one.sql", "create table public.one (n int);");
    write("20260102000000_two.sql", "create table public.two (n int);");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
  const apply = () => applyMigrations(test.admin, folder);
  const exists = async (table: string) => {
    const rows = await test.admin`select to_regclass(${table}) is not null as found`;
    return rows[0]?.["found"];
  };

  it("are applied once, in order, as role postgres, and recorded like Supabase's CLI does", async () => {
    expect(await apply()).toEqual(["20260101000000", "20260102000000"]);
    expect(await apply()).toEqual([]);
    const owners = await test.admin`select tableowner from pg_tables where tablename = 'one'`;
    expect([...owners]).toEqual([{ tableowner: "postgres" }]);
    const history = await test.admin`
      select version, name, statements, checksum
      from supabase_migrations.schema_migrations order by version`;
    expect(history[0]).toEqual({
      version: "20260101000000",
      name: "one",
      statements: ["create table public.one (n int);"],
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("continue with new ones", async () => {
    await apply();
    write("20260103000000_three.sql", "create table public.three (n int);");
    expect(await apply()).toEqual(["20260103000000"]);
  });

  it("are rejected when an applied one was changed", async () => {
    await apply();
    write("20260101000000_one.sql", "create table public.one (n bigint);");
    await expect(apply()).rejects.toThrow(
      "The migration 20260101000000_one.sql was changed after it was applied",
    );
  });

  it("of a newer release that only adds do not stop the previous release", async () => {
    await apply();
    write("20260103000000_three.sql", "create table public.three (n int);");
    await apply();
    rmSync(join(folder, "20260103000000_three.sql"));
    expect(await apply()).toEqual([]);
  });

  it("are rejected when the database has one that belongs between those of the folder", async () => {
    write("20260101120000_between.sql", "create table public.between_them (n int);");
    await apply();
    rmSync(join(folder, "20260101120000_between.sql"));
    await expect(apply()).rejects.toThrow("it has migration 20260101120000");
  });

  it("are rejected when a newer release has removed something", async () => {
    write("20260102000000_two.sql", "-- contracts: table one\ndrop table public.one;");
    await apply();
    rmSync(join(folder, "20260102000000_two.sql"));
    await expect(apply()).rejects.toThrow(
      "The database is newer than this release: it has migration 20260102000000",
    );
  });

  it("are rejected when a new one is older than an applied one", async () => {
    await apply();
    write("20260101120000_late.sql", "select 1;");
    await expect(apply()).rejects.toThrow("is older than the latest applied one (20260102000000)");
  });

  it("are rejected with a name without an order", async () => {
    write("fix.sql", "select 1;");
    await expect(apply()).rejects.toThrow("The migration fix.sql must be named");
  });

  it("leave nothing of a failing one behind, and keep those before it", async () => {
    write("20260103000000_bad.sql", "create table public.three (n int); select nothing;");
    await expect(apply()).rejects.toThrow(/20260103000000_bad\.sql failed and was rolled back/);
    expect(await exists("public.two")).toBe(true);
    expect(await exists("public.three")).toBe(false);
  });

  it("trust rows that Supabase's CLI wrote without a checksum", async () => {
    await apply();
    await test.admin`update supabase_migrations.schema_migrations set checksum = null`;
    expect(await apply()).toEqual([]);
  });

  it("may not touch objects of other owners", async () => {
    for (const [index, sql] of [
      "alter table auth.users add column evil text",
      "drop table auth.users",
      "create table auth.mine (n int)",
      "create role evil superuser",
      "delete from auth.users",
    ].entries()) {
      const name = `2026020${index}000000_evil.sql`;
      write(name, sql);
      await expect(apply()).rejects.toThrow("failed and was rolled back");
      rmSync(join(folder, name));
    }
  });

  it("of the product are already in every test database", () => {
    expect(applied).toEqual([]);
  });
});
