/**
 * Queries that read the schema as one JSON document of PostgreSQL's catalogue. `$1` is the list of
 * exposed schemas, `$2` the same list with the extra search path of functions. PostgreSQL quotes
 * the identifiers itself (`quote_ident`, `%I`).
 */

/** Excludes system schemas, also below views. */
const isOfUsers = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'`;

const typesQuery = `
  select t.oid::text as oid, n.nspname as schema, t.typname as name,
         format_type(t.oid, null) as label, format('%I.%I', n.nspname, t.typname) as sql,
         t.typtype::text as kind, t.typbasetype::text as base, t.typarray::text as array,
         (select json_agg(e.enumlabel order by e.enumsortorder)
          from pg_catalog.pg_enum e where e.enumtypid = t.oid) as labels
  from pg_catalog.pg_type t
  join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('b', 'd', 'e', 'r', 'm', 'p') or (t.typtype = 'c' and ${isOfUsers})
  order by t.oid`;

/** API roles with a privilege on `r.oid`; other roles do not see the object. */
const rolesWhere = (right: string): string => `(
  select coalesce(json_agg(r.rolname order by r.rolname), '[]') from pg_catalog.pg_roles r
  where r.rolname in ('anon', 'authenticated', 'service_role')
    and pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE') and (${right}))`;

const tableRight = `pg_catalog.has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
  or pg_catalog.has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE')`;

/** By dependency, because the reader may have no privilege on the sequence's schema. */
const identityDefault = `(
  select format('pg_catalog.nextval(%L::regclass)', format('%I.%I', sn.nspname, s.relname))
  from pg_catalog.pg_depend o
  join pg_catalog.pg_class s on s.oid = o.objid
  join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
  where o.classid = 'pg_catalog.pg_class'::regclass and o.deptype = 'i' and s.relkind = 'S'
    and o.refclassid = 'pg_catalog.pg_class'::regclass and o.refobjid = c.oid
    and o.refobjsubid = a.attnum)`;

/**
 * Tables, views, foreign and partitioned tables. Those of other schemas are only sources of views;
 * composite types only provide columns.
 */
const tablesQuery = `
  select c.oid::text as oid, n.nspname as schema, c.relname as name,
         format('%I.%I', n.nspname, c.relname) as sql, c.reltype::text as "rowType",
         n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f')
           and not c.relispartition as "isExposed",
         c.relkind in ('v', 'm') as "isView",
         pg_catalog.obj_description(c.oid, 'pg_class') as description,
         case when n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v', 'f')
           then pg_catalog.pg_relation_is_updatable(c.oid, true) else 0 end as changes,
         case when n.nspname = any($1::text[]) and c.relkind <> 'c'
           then ${rolesWhere(tableRight)} else '[]' end as roles,
         (select coalesce(json_agg(json_build_object(
             'name', a.attname, 'sql', quote_ident(a.attname), 'type', a.atttypid::text,
             'number', a.attnum, 'isNullable', not (a.attnotnull or t.typnotnull),
             'description', pg_catalog.col_description(c.oid, a.attnum),
             'default', case
               when a.attgenerated <> '' then null
               when a.attidentity <> '' then ${identityDefault}
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
  where ${isOfUsers} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
  order by c.relname, c.oid`;

/** The parsed query of each view, in which each column names its origin. */
const viewsQuery = `
  select c.oid::text as oid, r.ev_action::text as rule
  from pg_catalog.pg_rewrite r
  join pg_catalog.pg_class c on c.oid = r.ev_class
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isOfUsers} and c.relkind in ('v', 'm') and r.rulename = '_RETURN'
  order by c.oid`;

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
  where f.contype = 'f' and f.conparentid = 0 and ${isOfUsers}
  order by f.conname, f.oid`;

/** Functions that a request can call: no procedures, aggregates or trigger functions. */
const routinesQuery = `
  select n.nspname as schema, p.proname as name, format('%I.%I', n.nspname, p.proname) as sql,
         p.provolatile = 'v' as "isVolatile", p.proretset as "isSet",
         p.prorows = 1 as "isOneRow", p.prorettype::text as "returnType",
         p.prorettype = 'pg_catalog.void'::regtype as "isVoid",
         p.pronargdefaults::int as "defaultCount",
         pg_catalog.obj_description(p.oid, 'pg_proc') as description,
         ${rolesWhere(`pg_catalog.has_function_privilege(r.oid, p.oid, 'EXECUTE')`)} as roles,
         (select coalesce(json_agg(json_build_object(
             'name', coalesce(p.proargnames[a.place], ''),
             'sql', quote_ident(nullif(p.proargnames[a.place], '')),
             'type', a.type::text,
             'mode', coalesce(p.proargmodes[a.place], 'i')) order by a.place), '[]')
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
            with ordinality as a(type, place)) as args
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any($2::text[]) and p.prokind = 'f'
    and p.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
    and not exists (select from pg_catalog.pg_depend d
                    where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid
                      and d.deptype = 'e' and n.nspname <> all($1::text[]))
  order by p.proname, p.oid`;

const descriptionsQuery = `
  select coalesce(json_object_agg(n.nspname, pg_catalog.obj_description(n.oid, 'pg_namespace')), '{}')
  from pg_catalog.pg_namespace n where n.nspname = any($1::text[])`;

export const catalogQuery = `
  select document, pg_catalog.md5(document) as fingerprint from (
    select json_build_object(
      'types', (select coalesce(json_agg(x), '[]') from (${typesQuery}) x),
      'tables', (select coalesce(json_agg(x), '[]') from (${tablesQuery}) x),
      'views', (select coalesce(json_agg(x), '[]') from (${viewsQuery}) x),
      'foreignKeys', (select coalesce(json_agg(x), '[]') from (${foreignKeysQuery}) x),
      'routines', (select coalesce(json_agg(x), '[]') from (${routinesQuery}) x),
      'descriptions', (${descriptionsQuery})
    )::text as document
  ) catalog`;
