-- The health page's facts where the owner's role has no right to connect, which PostgreSQL asks for before it tells
-- the size of a database: there the tables of the database are added up.

create or replace function public.database_facts() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object(
    'sizeBytes', case
      when pg_catalog.has_database_privilege(pg_catalog.current_database(), 'connect')
      then pg_catalog.pg_database_size(pg_catalog.current_database())
      else (
        select sum(pg_catalog.pg_total_relation_size(c.oid))
        from pg_catalog.pg_class as c
        where c.relkind in ('r', 'm')
      )
    end,
    'connections', (select sum(numbackends) from pg_catalog.pg_stat_database),
    'connectionsMost', pg_catalog.current_setting('max_connections')::integer,
    'version', pg_catalog.current_setting('server_version'),
    'now', pg_catalog.now(),
    'devices', (select count(distinct endpoint) from public.push_subscriptions)
  );
$$;
