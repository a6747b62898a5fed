import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isContracting } from "@reign-tv/backend/operations";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";

/**
 * Statements that migrations may use, so that they run unchanged on a hosted Supabase project, whose platform
 * owns schemas auth, storage and realtime. The embedded database would allow more.
 */
const ALLOWED_STATEMENTS: readonly RegExp[] = [
  /^(?:create|alter|drop) (?:table|unlogged table|type|index|unique index|sequence|view) (?:if (?:not )?exists )?(?:\w+ on )?public\./,
  /^comment on (?:table|column|function|type) public\./,
  /^(?:create|create or replace|drop) function public\./,
  /^create(?: or replace)? trigger \w+ (?:before|after) [\w ]+? on (?:public\.\w+|auth\.users) /,
  /^(?:create|alter|drop) policy "[^"]+" on (?:public\.\w+|storage\.objects|storage\.buckets|realtime\.messages)(?: |$)/,
  /^insert into (?:public\.\w+|storage\.buckets) /,
  /^(?:update|delete from) public\.\w+ /,
  /^(?:grant|revoke) [\w ,()]+? on (?:function |table |sequence )?public\./,
  /^alter publication supabase_realtime add table public\./,
];

/**
 * Statements that remove what the previous release may use; a migration with one must declare it (`--
 * contracts: ...`).
 */
const TAKES_AWAY: readonly RegExp[] = [
  /^drop (?:table|view|type|sequence|function) /,
  /^alter (?:table|type|view|sequence) .* (?:drop column|rename|set not null|set data type) ?/,
  /^alter table .* alter column \w+ type /,
];

function takesAway(sql: string): boolean {
  return statementsOf(sql).some((statement) => TAKES_AWAY.some((form) => form.test(statement)));
}

/** Statements of a file in lower case, without comments, on one line each. */
function statementsOf(sql: string): readonly string[] {
  const bodies: string[] = [];
  return sql
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/\$\$.*?\$\$/gs, (body) => `$${bodies.push(body)}`)
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((statement) => statement !== "");
}

function isAllowed(statement: string): boolean {
  return ALLOWED_STATEMENTS.some((form) => form.test(statement));
}

describe("supabase/migrations", () => {
  const files = readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith(".sql"));

  it.each(files)("%s holds only statements that a hosted project allows", (file) => {
    const statements = statementsOf(readFileSync(join(MIGRATIONS_DIR, file), "utf8"));
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => !isAllowed(statement))).toEqual([]);
  });

  it.each(files)("%s declares that it removes what the previous release uses", (file) => {
    const text = readFileSync(join(MIGRATIONS_DIR, file), "utf8");
    expect(takesAway(text)).toBe(isContracting(text));
  });

  it.each([
    ["drop table public.one", true],
    ["alter table public.one drop column x", true],
    ["alter table public.one rename column x to y", true],
    ["alter table public.one alter column x type bigint", true],
    ["alter table public.one alter column x set not null", true],
    ["alter table public.one add column x int", false],
    ["create table public.two (x int)", false],
  ])("detects whether a statement removes something: %s", (statement, expected) => {
    expect(takesAway(statement)).toBe(expected);
  });

  it.each([
    "alter table auth.users add column x int",
    "alter table storage.objects disable row level security",
    "create function auth.uid() returns uuid language sql as 'select 1'",
    "create extension pgcrypto",
    "create role evil",
    "delete from storage.objects",
    "create trigger t after insert on auth.sessions for each row execute function public.f()",
    "grant select on auth.users to anon",
    "set role supabase_admin",
  ])("rejects: %s", (statement) => {
    expect(statementsOf(statement).every(isAllowed)).toBe(false);
  });
});
