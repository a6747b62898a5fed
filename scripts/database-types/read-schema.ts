import type { Sql } from "postgres";

/** A column of a table in schema public, as API clients see it. */
export type Column = {
  readonly name: string;
  /** PostgreSQL's name of the type, for example "timestamp with time zone" or "text[]". */
  readonly type: string;
  readonly isNullable: boolean;
  /** A row may be inserted without it: it has a default, or a trigger fills it. */
  readonly isFilled: boolean;
  /** Computed by the database: it cannot be written. */
  readonly isGenerated: boolean;
};

/** A foreign key to another table of schema public. */
export type ForeignKey = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly tableColumns: readonly string[];
  /** The columns are unique, so that a row of the other table has one row here at most. */
  readonly isOneToOne: boolean;
};

export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly foreignKeys: readonly ForeignKey[];
};

export type RoutineArgument = {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
};

/** A function of schema public that the API offers to one of its roles. */
export type Routine = {
  readonly name: string;
  readonly args: readonly RoutineArgument[];
  readonly result: string;
  readonly isSet: boolean;
};

/** Schema public, in an order that depends only on its names and columns. */
export type PublicSchema = {
  readonly tables: readonly Table[];
  readonly routines: readonly Routine[];
};

/**
 * Reads schema public after the migrations.
 *
 * @throws Error when it holds a view, which is not supported.
 */
export async function readSchema(sql: Sql): Promise<PublicSchema> {
  const views = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`;
  if (views.length > 0) {
    throw new Error(`Types of views are not written yet: ${views.map(({ name }) => name).join()}`);
  }
  return { tables: await readTables(sql), routines: await readRoutines(sql) };
}

function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select
      t.relname as name,
      (
        select json_agg(json_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, null),
          'isNullable', not a.attnotnull,
          'isFilled', a.atthasdef or a.attidentity <> '' or exists (
            select from pg_trigger g join pg_proc p on p.oid = g.tgfoid
            -- Row, before, insert: tgtype holds these bits.
            where g.tgrelid = t.oid and not g.tgisinternal and g.tgtype & 7 = 7
              and p.prosrc ~* format('\\mnew\\.%1$s\\s*:=\\s*coalesce\\s*\\(\\s*new\\.%1$s\\M', a.attname)
          ),
          'isGenerated', a.attgenerated <> '' or a.attidentity = 'a'
        ) order by a.attnum)
        from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      ) as columns,
      (
        select coalesce(json_agg(json_build_object(
          'name', c.conname,
          'columns', ${columnNames(sql, "conrelid", "conkey")},
          'table', c.confrelid::regclass::text,
          'tableColumns', ${columnNames(sql, "confrelid", "confkey")},
          'isOneToOne', exists (
            select from pg_constraint u
            where u.conrelid = c.conrelid and u.contype in ('p', 'u') and u.conkey = c.conkey
          )
        ) order by c.conname), '[]')
        from pg_constraint c join pg_class f on f.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and f.relnamespace = t.relnamespace
      ) as "foreignKeys"
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    order by t.relname collate "C"`;
}

/** Names of a constraint's columns, in its order. */
function columnNames(sql: Sql, table: "conrelid" | "confrelid", key: "conkey" | "confkey") {
  return sql`(
    select json_agg(a.attname order by k.place)
    from unnest(c.${sql(key)}) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.${sql(table)} and a.attnum = k.number
  )`;
}

function readRoutines(sql: Sql): Promise<Routine[]> {
  return sql<Routine[]>`
    select
      p.proname as name,
      (
        select coalesce(json_agg(json_build_object(
          'name', p.proargnames[i.place],
          'type', format_type(i.type, null),
          'isOptional', i.place > p.pronargs - p.pronargdefaults
        ) order by i.place), '[]')
        from unnest(p.proargtypes::oid[]) with ordinality as i (type, place)
      ) as args,
      format_type(p.prorettype, null) as result,
      p.proretset as "isSet"
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and exists (
        select from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_function_privilege(role, p.oid, 'execute')
      )
    order by p.proname collate "C"`;
}
