import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { readSchema } from "#scripts/database-types/read-schema.ts";
import { DATABASE_TYPES_FILE, writeTypes } from "#scripts/database-types/write-types.ts";
import { readSchemaSql, SCHEMA_FILE } from "#scripts/database-types/schema-sql.ts";
import { createTestDatabase } from "./support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";

/** Checks `npm run db:types`: row types of web and server match the migrations. */

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await db.admin`drop table if exists public.a, public.b`;
  await db.admin`drop view if exists public.v`;
  await db.admin`drop function if exists public.fill_a, public.add_days`;
});
afterAll(() => db.close());

const generate = async (): Promise<string> => writeTypes(await readSchema(db.admin));

it("keeps the committed row types equal to the migrations", async () => {
  expect(readFileSync(DATABASE_TYPES_FILE, "utf8"), "run `npm run db:types`").toBe(
    await generate(),
  );
});

it("keeps supabase/schema.sql equal to the schema of the migrations", async () => {
  expect(readFileSync(SCHEMA_FILE, "utf8"), "run `npm run db:types`").toBe(
    await readSchemaSql(db.admin),
  );
});

it("makes a column optional when it has a default, and read-only when it is generated", async () => {
  await db.admin`
    create table public.a (
      id bigint generated always as identity primary key,
      given text not null,
      filled text not null default 'x',
      tags text[],
      triggered date not null,
      trimmed text not null,
      doubled int not null generated always as (2) stored
    )`;
  await db.admin`
    create function public.fill_a() returns trigger language plpgsql as $$
    begin
      new.triggered := coalesce(new.triggered, now());
      new.trimmed := btrim(new.trimmed);
      return new;
    end $$`;
  await db.admin`
    create trigger fill before insert on public.a for each row execute function public.fill_a()`;

  expect(section(await generate(), "a")).toBe(`\
        Row: {
          id: number;
          given: string;
          filled: string;
          tags: string[] | null;
          triggered: string;
          trimmed: string;
          doubled: number;
        };
        Insert: {
          given: string;
          filled?: string;
          tags?: string[] | null;
          triggered?: string;
          trimmed: string;
        };
        Update: {
          given?: string;
          filled?: string;
          tags?: string[] | null;
          triggered?: string;
          trimmed?: string;
        };
        Relationships: [];
`);
});

it("writes a foreign key as a relationship, one to one when its column is unique", async () => {
  await db.admin`create table public.a (id int primary key)`;
  await db.admin`
    create table public.b (
      a int unique references public.a (id), u uuid references auth.users (id)
    )`;
  expect(section(await generate(), "b")).toContain(`\
        Relationships: [
          {
            foreignKeyName: "b_a_fkey";
            columns: ["a"];
            isOneToOne: true;
            referencedRelation: "a";
            referencedColumns: ["id"];
          },
        ];
`);
});

it("writes the arguments of functions that the API may call, and no trigger functions", async () => {
  await db.admin`
    create function public.add_days(start date, count int default 1) returns setof text
    language sql as 'select 1::text'`;
  const types = await generate();
  expect(types).toContain(`\
      add_days: {
        Args: {
          start: string;
          count?: number;
        };
        Returns: string[];
      };
`);
  expect(types).not.toContain("stamp_devotional");
});

it("stops with a hint for a new type or a view", async () => {
  await db.admin`create table public.a (place point)`;
  await expect(generate()).rejects.toThrow('has no line for "point"');
  await db.admin`drop table public.a`;
  await db.admin`create view public.v as select 1 as one`;
  await expect(generate()).rejects.toThrow("Types of views are not written yet: v");
});

/** Returns the lines of one table. */
function section(types: string, table: string): string {
  const [, from = ""] = types.split(`\n      ${table}: {\n`);
  return `${from.split("\n      };\n")[0]}\n`;
}
