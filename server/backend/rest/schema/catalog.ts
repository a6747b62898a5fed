import type { Sql as Connection } from "postgres";
import { z } from "zod";
import { catalogSql } from "#server/backend/rest/protocol/sql.domain.ts";

/**
 * Reads what schema public offers from PostgreSQL's catalogue: one query, one JSON document.
 * Identifiers come back quoted by PostgreSQL itself (`quote_ident`).
 */

const oid = z.string();
const columnRow = z.object({
  name: z.string(),
  sql: catalogSql,
  type: oid,
  default: catalogSql.nullable(),
});

const catalogSchema = z.object({
  types: z.array(
    z.object({
      oid,
      schema: z.string(),
      name: z.string(),
      label: z.string(),
      sql: catalogSql,
      kind: z.string(),
      base: oid,
      array: oid,
    }),
  ),
  tables: z.array(
    z.object({
      oid,
      name: z.string(),
      sql: catalogSql,
      rowType: oid,
      isExposed: z.boolean(),
      columns: z.array(columnRow),
      primaryKey: z.array(z.string()),
      uniqueKeys: z.array(z.array(z.string())),
    }),
  ),
  foreignKeys: z.array(
    z.object({
      name: z.string(),
      table: oid,
      columns: z.array(z.string()),
      target: oid,
      targetColumns: z.array(z.string()),
    }),
  ),
  routines: z.array(
    z.object({
      name: z.string(),
      sql: catalogSql,
      isVolatile: z.boolean(),
      isSet: z.boolean(),
      returnType: oid,
      isVoid: z.boolean(),
      defaultCount: z.number(),
      isVariadic: z.boolean(),
      args: z.array(
        z.object({
          name: z.string(),
          sql: catalogSql.nullable(),
          type: oid,
          mode: z.string(),
        }),
      ),
    }),
  ),
});

export type Catalog = z.infer<typeof catalogSchema>;

/** The catalogue as PostgreSQL wrote it, with a fingerprint that changes when it does. */
export type CatalogDocument = { readonly document: string; readonly fingerprint: string };

const documentRows = z.tuple([z.object({ document: z.string(), fingerprint: z.string() })]);

export async function readCatalog(connection: Connection): Promise<CatalogDocument> {
  const rows = await connection.unsafe(catalogQuery);
  return documentRows.parse([...rows])[0];
}

export function parseCatalog(document: string): Catalog {
  return catalogSchema.parse(JSON.parse(document));
}

const typesQuery = `
  select t.oid::text as oid, n.nspname as schema, t.typname as name,
         format_type(t.oid, null) as label, format('%I.%I', n.nspname, t.typname) as sql,
         t.typtype::text as kind, t.typbasetype::text as base, t.typarray::text as array
  from pg_catalog.pg_type t
  join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  left join pg_catalog.pg_class c on c.oid = t.typrelid
  where t.typtype in ('b', 'd', 'e', 'r', 'm', 'p')
     or (t.typtype = 'c' and n.nspname = 'public')
  order by t.oid`;

/** A plain table, view, foreign or partitioned table of public; composite types only lend columns. */
const tablesQuery = `
  select c.oid::text as oid, c.relname as name, format('%I.%I', n.nspname, c.relname) as sql,
         c.reltype::text as "rowType",
         c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition as "isExposed",
         (select coalesce(json_agg(json_build_object(
             'name', a.attname, 'sql', quote_ident(a.attname), 'type', a.atttypid::text,
             'default', case
               when a.attgenerated <> '' then null
               when a.attidentity <> '' then format('pg_catalog.nextval(%L::regclass)',
                 pg_catalog.pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
               else coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault)
             end) order by a.attnum), '[]')
          from pg_catalog.pg_attribute a
          join pg_catalog.pg_type t on t.oid = a.atttypid
          left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
         (select coalesce(json_agg(a.attname order by k.place), '[]')
          from pg_catalog.pg_constraint p
          cross join unnest(p.conkey) with ordinality as k(number, place)
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where p.conrelid = c.oid and p.contype = 'p') as "primaryKey",
         (select coalesce(json_agg((
             select json_agg(a.attname order by k.place)
             from unnest(u.conkey) with ordinality as k(number, place)
             join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)
             order by u.conname), '[]')
          from pg_catalog.pg_constraint u
          where u.conrelid = c.oid and u.contype in ('p', 'u')) as "uniqueKeys"
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
  order by c.relname`;

const foreignKeysQuery = `
  select f.conname as name, f.conrelid::text as "table", f.confrelid::text as target,
         (select json_agg(a.attname order by k.place)
          from unnest(f.conkey) with ordinality as k(number, place)
          join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
         ) as columns,
         (select json_agg(a.attname order by k.place)
          from unnest(f.confkey) with ordinality as k(number, place)
          join pg_catalog.pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number
         ) as "targetColumns"
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class c on c.oid = f.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where f.contype = 'f' and f.conparentid = 0 and n.nspname = 'public'
  order by f.conname, f.oid`;

/** Functions of public that a request can call: no procedures, aggregates or trigger functions. */
const routinesQuery = `
  select p.proname as name, format('%I.%I', n.nspname, p.proname) as sql,
         p.provolatile = 'v' as "isVolatile", p.proretset as "isSet",
         p.prorettype::text as "returnType",
         p.prorettype = 'pg_catalog.void'::regtype as "isVoid",
         p.pronargdefaults::int as "defaultCount", p.provariadic <> 0 as "isVariadic",
         (select coalesce(json_agg(json_build_object(
             'name', coalesce(p.proargnames[a.place], ''),
             'sql', quote_ident(nullif(p.proargnames[a.place], '')),
             'type', a.type::text,
             'mode', coalesce(p.proargmodes[a.place], 'i')) order by a.place), '[]')
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
            with ordinality as a(type, place)) as args
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public' and p.prokind = 'f'
    and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  order by p.proname, p.oid`;

const catalogQuery = `
  select document, pg_catalog.md5(document) as fingerprint from (
    select json_build_object(
      'types', (select coalesce(json_agg(x), '[]') from (${typesQuery}) x),
      'tables', (select coalesce(json_agg(x), '[]') from (${tablesQuery}) x),
      'foreignKeys', (select coalesce(json_agg(x), '[]') from (${foreignKeysQuery}) x),
      'routines', (select coalesce(json_agg(x), '[]') from (${routinesQuery}) x)
    )::text as document
  ) catalog`;
