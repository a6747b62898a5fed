import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import type { TestDatabase } from "@reign-tv/backend/testing";

/**
 * The golden access matrix (B-01, R-32): the rights of each API role on each table, read from PostgreSQL's
 * catalogue and compared with the recorded file. Record a deliberate change with `npx vitest run --project
 * database supabase/tests/access-matrix --update`.
 */
const GOLDEN_FILE = fileURLToPath(new URL("./access-matrix.jsonl", import.meta.url));

/** Schemas that hold data; the API roles reach them over REST, storage or not at all. */
const SCHEMAS = ["public", "auth", "storage", "realtime", "supabase_migrations"];

/** Functions with more rights than their caller, by the roles that may run them. */
const DEFINERS: Readonly<Record<string, readonly string[]>> = {
  anon: ["studio_previewed(text)", "studio_published()"],
  authenticated: [
    "end_my_other_sessions()",
    "end_my_session(uuid)",
    "is_fully_signed_in()",
    "my_sessions()",
    "staff_can(text)",
    "staff_permissions()",
    "studio_accept(text)",
    "studio_accept_encoders(boolean)",
    "studio_account(uuid)",
    "studio_account_act(uuid,text)",
    "studio_accounts(text,integer)",
    "studio_add_own_video(text,jsonb,bigint,bigint)",
    "studio_change_many(jsonb,text)",
    "studio_change_own_video(text,jsonb)",
    "studio_change_staff(uuid,text[],timestamp with time zone)",
    "studio_delete_recording(text,text)",
    "studio_invitations()",
    "studio_invite(text,text[],timestamp with time zone)",
    "studio_is_last_owner()",
    "studio_mark_chapter(bigint,text)",
    "studio_me()",
    "studio_name_chapter(bigint,text)",
    "studio_new_stream_key(text)",
    "studio_numbers(integer,text)",
    "studio_preview(text,text,jsonb)",
    "studio_previewed(text)",
    "studio_publish(text,text,jsonb,integer,text)",
    "studio_publish_own_video(text,boolean)",
    "studio_published()",
    "studio_remove(text,text,integer,text)",
    "studio_remove_chapter(bigint)",
    "studio_remove_own_video(text)",
    "studio_remove_stream_key(text)",
    "studio_staff()",
    "studio_stop_broadcast(bigint)",
    "studio_undo(bigint)",
    "studio_undo_batch(uuid)",
    "studio_uninvite(uuid)",
    "studio_withdraw(uuid)",
    "sync_items(jsonb,bigint)",
  ],
  service_role: [
    "database_facts()",
    "studio_alert_recipients(text)",
    "studio_first_owner()",
    "studio_published()",
  ],
};

type TableAccess = {
  readonly table: string;
  readonly rls: boolean;
  readonly forced: boolean;
  readonly policies: readonly string[];
  readonly grants: Readonly<Record<string, readonly string[]>>;
};

async function readMatrix(sql: Sql): Promise<readonly TableAccess[]> {
  const rows = await sql<{ access: TableAccess }[]>`
    select json_build_object(
      'table', n.nspname || '.' || c.relname,
      'rls', c.relrowsecurity,
      'forced', c.relforcerowsecurity,
      'policies', coalesce((
        select json_agg(
          p.polname || ': ' || (case p.polcmd
            when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
            when 'd' then 'delete' else 'all' end)
          || ' to ' || (select string_agg(r.oid::regrole::text, ', ' order by r.rolname)
                        from pg_roles r where r.oid = any (p.polroles))
          order by p.polname)
        from pg_policy p where p.polrelid = c.oid), '[]'::json),
      'grants', (
        select json_object_agg(role, coalesce(verbs, '[]'::json) order by role)
        from (values ('anon'), ('authenticated'), ('service_role')) as roles (role)
        cross join lateral (
          select json_agg(verb || coalesce(columns, '') order by verb) as verbs
          from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as verb
          cross join lateral (
            select has_table_privilege(role, c.oid, verb) as is_whole
          ) as whole
          cross join lateral (
            select ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')' as columns
            from pg_attribute a
            where not is_whole and verb in ('select', 'insert', 'update')
              and a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              and has_column_privilege(role, c.oid, a.attnum, verb)
          ) as listed
          where is_whole or columns is not null
        ) as granted
      )
    ) as access
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${sql(SCHEMAS)} and c.relkind in ('r', 'p', 'v', 'm', 'f')
      -- Nobody reaches a partition but through its table; see below.
      and not c.relispartition
    order by n.nspname, c.relname`;
  return rows.map(({ access }) => access);
}

describe("the access matrix", () => {
  let test: TestDatabase;
  let matrix: readonly TableAccess[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    matrix = await readMatrix(test.admin);
  });
  afterAll(() => test.close());

  it("equals the recorded one", async () => {
    const lines = matrix.map((entry) => `${JSON.stringify(entry)}\n`);
    await expect(lines.join("")).toMatchFileSnapshot(GOLDEN_FILE);
  });

  it("has row level security on every table that holds people's data, forced in public", () => {
    const isHeldBack = ({ table }: TableAccess) => table.startsWith("supabase_migrations.");
    expect(matrix.filter((entry) => !entry.rls && !isHeldBack(entry))).toEqual([]);
    const isPublic = ({ table }: TableAccess) => table.startsWith("public.");
    expect(matrix.filter((entry) => isPublic(entry) && !entry.forced)).toEqual([]);
    expect(matrix.filter(isPublic)).not.toEqual([]);
  });

  it("notices a table without row level security", async () => {
    await test.admin`create table public.forgotten (n int)`;
    const now = await readMatrix(test.admin);
    expect(now.filter(({ rls }) => !rls).map(({ table }) => table)).toContain("public.forgotten");
    await test.admin`drop table public.forgotten`;
  });

  it("gives the API roles nothing in schema auth or in the migration history", () => {
    const closed = matrix.filter(({ table }) => /^(?:auth|supabase_migrations)\./.test(table));
    expect(closed.length).toBeGreaterThan(10);
    for (const { grants } of closed) {
      expect(grants).toEqual({ anon: [], authenticated: [], service_role: [] });
    }
  });

  it("gives the API roles nothing on a partition, which the policies of its table do not reach", async () => {
    const rows = await test.admin`
      select c.oid::regclass::text as name, r.rolname as role
      from pg_class c
      cross join (select rolname from pg_roles
                  where rolname in ('anon', 'authenticated', 'service_role')) r
      where c.relispartition and c.relkind = 'r'
        and has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete, truncate')`;
    expect(rows).toEqual([]);
  });

  it("lets each role run only the listed definer functions, and no role a trigger function", async () => {
    const rows = await test.admin`
      select r.rolname as role, json_agg(p.oid::regprocedure::text order by p.oid::regprocedure::text) as names
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      cross join (select rolname from pg_roles
                  where rolname in ('anon', 'authenticated', 'service_role')) r
      where n.nspname in ('public', 'auth', 'storage', 'realtime') and p.prosecdef
        and has_function_privilege(r.rolname, p.oid, 'execute')
      group by r.rolname`;
    expect(Object.fromEntries(rows.map((row) => [row["role"], row["names"]]))).toEqual(DEFINERS);
    const unpinned = await test.admin`
      select p.oid::regprocedure::text as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'auth', 'storage', 'realtime') and p.prosecdef
        and not coalesce(p.proconfig && array['search_path=""', 'search_path='], false)`;
    expect(unpinned).toEqual([]);
  });
});
