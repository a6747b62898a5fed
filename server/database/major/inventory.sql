-- What the database is made of, one object a row, but for what PostgreSQL and its extensions brought themselves.
-- Names carry their schema (an empty search_path). Of each row:
--   facts   what tells a changed object from an unchanged one
--   make    statements that make it; none where nothing here can write it
--   change  statements that make one alike that is there; none where nothing here can; null: it stays as it is
--   drop    the statement that takes it away; null: it stays
with
schemas as (
  select oid, quote_ident(nspname) as name, quote_ident(pg_get_userbyid(nspowner)) as owner, nspowner, nspacl,
         -- Made by the server at each start: a release's own shape of them is the newer one.
         nspname in ('auth', 'storage', 'realtime', 'extensions', 'supabase_migrations') as is_own
  from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema'
),
brought as (select classid, objid from pg_depend where deptype = 'e'),
relations as (
  select c.*, c.oid::regclass::text as name, s.is_own, quote_ident(pg_get_userbyid(c.relowner)) as owner,
         case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as word
  from pg_class c
  join schemas s on s.oid = c.relnamespace
  where (c.tableoid, c.oid) not in (table brought)
    and c.relname not in (select 'boot' where s.name = 'supabase_migrations')
),
routines as (
  select p.*, p.oid::regprocedure::text as name, s.is_own, quote_ident(pg_get_userbyid(p.proowner)) as owner
  from pg_proc p
  join schemas s on s.oid = p.pronamespace
  where (p.tableoid, p.oid) not in (table brought)
),
types as (
  select t.*, t.oid::regtype::text as name, s.is_own, quote_ident(pg_get_userbyid(t.typowner)) as owner
  from pg_type t
  join schemas s on s.oid = t.typnamespace
  left join pg_class c on c.oid = t.typrelid
  where (t.tableoid, t.oid) not in (table brought)
    and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c' or t.typtype = 'b' and t.typelem = 0)
),
sequences as (
  select seqrelid,
         format('increment by %s minvalue %s maxvalue %s start with %s cache %s %s', seqincrement, seqmin, seqmax,
                seqstart, seqcache, case when seqcycle then 'cycle' else 'no cycle' end) as options,
         format_type(seqtypid, null) as type
  from pg_sequence
),
columns as (
  select r.oid, r.name as table_name, r.relkind, r.is_own, a.attnum, quote_ident(a.attname) as name, a.attacl,
         format_type(a.atttypid, a.atttypmod)
           || coalesce(' collate ' || (select collname from (
                select format('%I.%I', n.nspname, l.collname) as collname
                from pg_collation l join pg_namespace n on n.oid = l.collnamespace
                where l.oid = a.attcollation and l.oid <> t.typcollation)), '') as type,
         case
           when a.attidentity <> '' then format(' generated %s as identity (sequence name %s %s)',
             case a.attidentity when 'a' then 'always' else 'by default' end, q.seqrelid::regclass, q.options)
           when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
           when a.attgenerated <> '' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
           else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
         end as filling,
         a.attnotnull, a.attidentity <> '' or a.attgenerated <> '' as is_filled
  from relations r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
  left join pg_depend i on a.attidentity <> '' and i.refobjid = r.oid and i.refobjsubid = a.attnum
    and i.classid = 'pg_class'::regclass and i.deptype = 'i'
  left join sequences q on q.seqrelid = i.objid
  where r.relkind in ('r', 'p', 'c')
),
definitions as (
  select oid, table_name, name, attnum,
         format('%s %s%s%s', name, type, filling, case when attnotnull then ' not null' else '' end) as definition
  from columns
),
grantable as (
  select word, name, relacl as acl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner) as usual,
         relowner as owner, is_own
  from relations where relkind in ('r', 'p', 'v', 'S')
  union all
  select 'routine', name, proacl, acldefault('f', proowner), proowner, is_own from routines
  union all
  select 'type', name, typacl, acldefault('T', typowner), typowner, is_own from types
  union all
  select 'schema', name, nspacl, acldefault('n', nspowner), nspowner, is_own from schemas
  union all
  select 'database', quote_ident(datname), datacl, acldefault('d', datdba), datdba, true
  from pg_database where datname = current_database()
  union all
  select 'parameter', parname, paracl, acldefault('p', 10), 10, true from pg_parameter_acl
),
grants as (
  select format('%s on %s %s', g.privilege_type, o.word, o.name) as what, g.grantee, g.is_grantable, o.is_own
  from grantable o, aclexplode(coalesce(o.acl, o.usual)) g
  where g.grantee <> o.owner
  union all
  select format('%s (%s) on table %s', g.privilege_type, c.name, c.table_name), g.grantee, g.is_grantable, c.is_own
  from columns c, aclexplode(c.attacl) g
),
default_grants as (
  select format('alter default privileges for role %I%s', pg_get_userbyid(d.defaclrole),
                coalesce(' in schema ' || s.name, '')) as scope,
         case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'routines'
           when 'T' then 'types' when 'n' then 'schemas' else 'large objects' end as what,
         d.defaclrole, d.defaclacl, d.defaclnamespace, d.defaclobjtype
  from pg_default_acl d
  left join schemas s on s.oid = d.defaclnamespace
)

select 'role' as kind, quote_ident(rolname) as name, attributes as facts,
       array[format('create role %I', rolname), attributes] as make, array[attributes] as change, null as drop
from (
  select *, concat_ws(' ', format('alter role %I with', rolname),
    case when rolsuper then 'superuser' else 'nosuperuser' end, case when rolinherit then 'inherit' else 'noinherit' end,
    case when rolcreaterole then 'createrole' else 'nocreaterole' end,
    case when rolcreatedb then 'createdb' else 'nocreatedb' end, case when rolcanlogin then 'login' else 'nologin' end,
    case when rolreplication then 'replication' else 'noreplication' end,
    case when rolbypassrls then 'bypassrls' else 'nobypassrls' end, format('connection limit %s', rolconnlimit),
    'password ' || quote_nullable(rolpassword), 'valid until ' || quote_literal(rolvaliduntil)) as attributes
  from pg_authid where oid >= 16384
) as roles
union all
select 'membership', membership, '', array[format('grant %s', membership)], null::text[], null::text
from (
  select format('%I to %I with admin %s, inherit %s, set %s', pg_get_userbyid(roleid), pg_get_userbyid(member),
                admin_option::text, inherit_option::text, set_option::text) as membership
  from pg_auth_members where oid >= 16384
) as memberships
union all
select 'setting', format('%s %s', scope, key), value,
       array[format('alter %s set %s to %s', scope, key, value)], array[format('alter %s set %s to %s', scope, key, value)], null
from (
  select case when setrole = 0 then format('database %I', current_database())
              else format('role %I%s', pg_get_userbyid(setrole),
                          case when setdatabase = 0 then '' else format(' in database %I', current_database()) end)
         end as scope,
         split_part(setting, '=', 1) as key,
         -- Lists are kept as they were written, quotes and all.
         case when split_part(setting, '=', 1) in ('search_path', 'session_preload_libraries', 'local_preload_libraries',
                                                   'temp_tablespaces')
              then coalesce(nullif(substr(setting, strpos(setting, '=') + 1), ''), '''''')
              else quote_literal(substr(setting, strpos(setting, '=') + 1)) end as value
  from pg_db_role_setting, unnest(setconfig) as setting
) as settings
union all
select 'schema', name, owner, array[format('create schema %s authorization %s', name, owner)],
       array[format('alter schema %s owner to %s', name, owner)], null
from schemas
union all
select 'extension', quote_ident(extname), n.nspname,
       case when extconfig is null
            then array[format('create extension %I with schema %I', extname, n.nspname)] else '{}'::text[] end,
       null::text[], null::text
from pg_extension join pg_namespace n on n.oid = extnamespace
union all
select 'type', t.name, coalesce(made, t.typtype::text), case when made is null then '{}'::text[] else
         array[made, format('alter type %s owner to %s', t.name, t.owner)] end,
       case when is_own then null else '{}'::text[] end, null
from (
  select t.*, case t.typtype
    when 'e' then format('create type %s as enum (%s)', t.name, (
      select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
    when 'd' then format('create domain %s as %s%s%s%s', t.name, format_type(t.typbasetype, t.typtypmod),
      coalesce(' default ' || t.typdefault, ''), case when t.typnotnull then ' not null' else '' end, (
      select string_agg(format(' constraint %I %s', conname, pg_get_constraintdef(oid)), '' order by conname)
      from pg_constraint where contypid = t.oid and contype = 'c'))
    when 'c' then format('create type %s as (%s)', t.name, (
      select string_agg(name || ' ' || type, ', ' order by attnum) from columns where oid = t.typrelid))
  end as made from types t
) as t
union all
select 'sequence', r.name, q.options, array[format('create sequence %s as %s %s', r.name, q.type, q.options),
         format('alter sequence %s owner to %s', r.name, r.owner)],
       case when not r.is_own then array[format('alter sequence %s %s', r.name, q.options)] end,
       case when not r.is_own then format('drop sequence %s', r.name) end
from relations r
join sequences q on q.seqrelid = r.oid
where r.relkind = 'S'
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = r.oid and deptype = 'i')
union all
select 'sequence of', owned, '', array[format('alter sequence %s', owned)], null::text[], null::text
from (
  select format('%s owned by %s.%I', r.name, d.refobjid::regclass, a.attname) as owned
  from relations r
  join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    and d.deptype = 'a'
  join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where r.relkind = 'S'
) as owners
union all
select 'aggregate', name, '', '{}'::text[], null::text[], null::text from routines where prokind = 'a'
union all
select 'routine', name, body || owner, array[body, format('alter routine %s owner to %s', name, owner)],
       case when not is_own then array[body, format('alter routine %s owner to %s', name, owner)] end,
       case when not is_own then format('drop routine %s', name) end
from (select *, pg_get_functiondef(oid) as body from routines where prokind <> 'a') as bodies
union all
select 'table', r.name, r.relpersistence::text || coalesce(part, ''), case
         when r.relispartition then array[format('create table %s partition of %s %s%s', r.name, parent, bound, part)]
         when parent is null then array[format('create %stable %s (%s)%s%s',
           case r.relpersistence when 'u' then 'unlogged ' else '' end, r.name,
           (select string_agg(definition, ', ' order by attnum) from definitions where oid = r.oid),
           part, coalesce(' with (' || array_to_string(r.reloptions, ', ') || ')', ''))]
         else '{}'::text[]
       end,
       null, case when not r.is_own then format('drop table %s', r.name) end
from (
  select r.*, i.inhparent::regclass::text as parent, pg_get_expr(r.relpartbound, r.oid) as bound,
         ' partition by ' || pg_get_partkeydef(r.oid) as part
  from relations r
  left join lateral (select inhparent from pg_inherits where inhrelid = r.oid limit 1) i on true
  where r.relkind in ('r', 'p')
) as r
union all
select 'table settings', name, array_to_string(settings, '; '), settings, case when not is_own then settings end, null
from (
  select name, is_own, array[
    format('alter table %s owner to %s', name, owner),
    format('alter table %s %s row level security', name, case when relrowsecurity then 'enable' else 'disable' end),
    format('alter table %s %s row level security', name, case when relforcerowsecurity then 'force' else 'no force' end),
    format('alter table %s replica identity %s', name, case relreplident when 'f' then 'full' when 'n' then 'nothing'
      when 'i' then 'using index ' || (select quote_ident(x.relname) from pg_index i join pg_class x on x.oid = i.indexrelid
                                       where i.indrelid = r.oid and i.indisreplident)
      else 'default' end)] as settings
  from relations r where relkind in ('r', 'p')
) as r
union all
select 'column', c.table_name || '.' || c.name, d.definition,
       array[format('alter table %s add column if not exists %s', c.table_name, d.definition)],
       case when not c.is_own and not c.is_filled then array[
         format('alter table %s alter column %s type %s', c.table_name, c.name, c.type),
         format('alter table %s alter column %s %s', c.table_name, c.name, coalesce('set' || nullif(c.filling, ''), 'drop default')),
         format('alter table %s alter column %s %s not null', c.table_name, c.name, case when c.attnotnull then 'set' else 'drop' end)]
         when not c.is_own then '{}'::text[] end,
       case when not c.is_own then format('alter table %s drop column if exists %s', c.table_name, c.name) end
from columns c join definitions d using (oid, attnum)
where c.relkind in ('r', 'p')
union all
select 'view', name, body, array[body, format('alter view %s owner to %s', name, owner)],
       case when not is_own then array[replace, format('alter view %s owner to %s', name, owner)] end,
       case when not is_own then format('drop view %s', name) end
from (select *, 'create ' || written as body, 'create or replace ' || written as replace from (
  select *, format('view %s%s as %s', name, coalesce(' with (' || array_to_string(reloptions, ', ') || ')', ''),
                   pg_get_viewdef(oid)) as written
  from relations where relkind = 'v'
) as texts) as views
union all
select case relkind when 'm' then 'materialized view' else 'foreign table' end, name, '', '{}'::text[], null::text[], null::text
from relations where relkind in ('m', 'f')
union all
select 'constraint', format('%I on %s', c.conname, r.name), pg_get_constraintdef(c.oid),
       array[format('alter table %s add constraint %I %s', r.name, c.conname, pg_get_constraintdef(c.oid))],
       case when not r.is_own then array[
         format('alter table %s drop constraint %I', r.name, c.conname),
         format('alter table %s add constraint %I %s', r.name, c.conname, pg_get_constraintdef(c.oid))] end,
       case when not r.is_own then format('alter table %s drop constraint if exists %I', r.name, c.conname) end
from pg_constraint c join relations r on r.oid = c.conrelid
where c.contype in ('p', 'u', 'c', 'f', 'x') and c.conparentid = 0 and c.conislocal
union all
select 'index', x.name, pg_get_indexdef(x.oid), array[pg_get_indexdef(x.oid)],
       case when not x.is_own then array[format('drop index %s', x.name), pg_get_indexdef(x.oid)] end,
       case when not x.is_own then format('drop index if exists %s', x.name) end
from relations x
where x.relkind in ('i', 'I') and not x.relispartition
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = x.oid and deptype = 'i')
union all
select 'trigger', on_table, made || enabled, array[made, enabled], array['drop trigger ' || on_table, made, enabled],
       'drop trigger ' || on_table
from (
  select format('%I on %s', t.tgname, r.name) as on_table, pg_get_triggerdef(t.oid) as made,
         format('alter table %s %s trigger %I', r.name, case t.tgenabled when 'D' then 'disable' when 'A' then 'enable always'
           when 'R' then 'enable replica' else 'enable' end, t.tgname) as enabled
  from pg_trigger t join relations r on r.oid = t.tgrelid
  where not t.tgisinternal and t.tgparentid = 0
) as triggers
union all
select 'rule', format('%I on %s', w.rulename, r.name), pg_get_ruledef(w.oid), array[pg_get_ruledef(w.oid)],
       array[format('drop rule %I on %s', w.rulename, r.name), pg_get_ruledef(w.oid)],
       format('drop rule %I on %s', w.rulename, r.name)
from pg_rewrite w join relations r on r.oid = w.ev_class
where w.rulename <> '_RETURN'
union all
select 'policy', on_table, made, array[made], array['drop policy ' || on_table, made], 'drop policy ' || on_table
from (
  select format('%I on %s', p.polname, r.name) as on_table,
         format('create policy %I on %s as %s for %s to %s', p.polname, r.name,
           case when p.polpermissive then 'permissive' else 'restrictive' end,
           case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
           (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ' order by role)
            from unnest(p.polroles) as role))
           || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
           || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as made
  from pg_policy p join relations r on r.oid = p.polrelid
) as policies
union all
select 'grant', what || ' to ' || grantee || grantable, '', array[format('grant %s to %s%s', what, grantee, grantable)], null,
       case when not is_own then format('revoke %s from %s', what, grantee) end
from (
  select what, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee,
         case when is_grantable then ' with grant option' else '' end as grantable, is_own
  from grants
) as g
union all
select 'default grant', format('%s grant %s on %s to %s', scope, privilege, what, grantee), '',
       array[format('%s grant %s on %s to %s', scope, privilege, what, grantee)], null,
       format('%s revoke %s on %s from %s', scope, privilege, what, grantee)
from (
  select d.scope, d.what, g.privilege_type as privilege,
         case g.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(g.grantee)) end as grantee
  from default_grants d, aclexplode(d.defaclacl) g
  where g.grantee <> d.defaclrole
) as g
union all
select 'default revoke', format('%s revoke %s on %s from public', scope, privilege, what), '',
       array[format('%s revoke %s on %s from public', scope, privilege, what)], null,
       format('%s grant %s on %s to public', scope, privilege, what)
from (
  select d.scope, d.what, g.privilege_type as privilege
  from default_grants d, aclexplode(acldefault(d.defaclobjtype, d.defaclrole)) g
  where d.defaclnamespace = 0 and g.grantee = 0
    and not exists (select from aclexplode(d.defaclacl) as kept where kept.grantee = 0 and kept.privilege_type = g.privilege_type)
) as g
union all
select 'publication', quote_ident(pubname), made, array[made, format('alter publication %I owner to %I', pubname, owner)], null::text[], null::text
from (
  select *, pg_get_userbyid(pubowner) as owner, format('create publication %I%s with (publish = %L, publish_via_partition_root = %s)', pubname,
    case when puballtables then ' for all tables' else '' end,
    concat_ws(', ', case when pubinsert then 'insert' end, case when pubupdate then 'update' end,
              case when pubdelete then 'delete' end, case when pubtruncate then 'truncate' end), pubviaroot::text) as made
  from pg_publication
) as publications
union all
select 'publication of', format('%s %s', p.pubname, m.prrelid::regclass), coalesce(pg_get_expr(m.prqual, m.prrelid), '') || coalesce(m.prattrs::text, ''),
       case when m.prqual is null and m.prattrs is null
            then array[format('alter publication %I add table %s', p.pubname, m.prrelid::regclass)] else '{}'::text[] end,
       null, format('alter publication %I drop table %s', p.pubname, m.prrelid::regclass)
from pg_publication_rel m join pg_publication p on p.oid = m.prpubid
union all
select 'publication of', format('%s schema %s', p.pubname, s.name), '',
       array[format('alter publication %I add tables in schema %s', p.pubname, s.name)],
       null, format('alter publication %I drop tables in schema %s', p.pubname, s.name)
from pg_publication_namespace m join pg_publication p on p.oid = m.pnpubid join schemas s on s.oid = m.pnnspid
union all
select 'comment', format('%s %s', word, identity), description,
       array[format('comment on %s %s is %L', word, identity, description)],
       array[format('comment on %s %s is %L', word, identity, description)], null
from (
  select regexp_replace(i.type, '^\w+ (column|constraint)$', '\1') as word, i.identity, d.description
  from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
  where d.objoid >= 16384 and (d.classoid, d.objoid) not in (table brought)
    and i.type ~ '^(table|view|sequence|index|function|procedure|schema|type|trigger|policy|rule|(table|view) column|table constraint)$'
) as comments
