-- Captures changes of published tables (see schema.sql). Idempotent; run as the owner of the
-- product's tables, because only the owner may add triggers.

-- Adds the trigger to every published table that lacks it, and drops it from others. Skips tables
-- of other owners.
create or replace function realtime.follow_publication() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_table record;
begin
  for found_table in
    select t.schemaname, t.tablename from pg_catalog.pg_publication_tables t
    where t.pubname = 'supabase_realtime'
      -- Compare names instead of casting to regclass: the planner may evaluate the cast for every
      -- table, including schemas that this role may not use.
      and not exists (
        select from pg_catalog.pg_trigger
        join pg_catalog.pg_class c on c.oid = tgrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where tgname = 'realtime_capture'
          and n.nspname = t.schemaname and c.relname = t.tablename)
  loop
    begin
      execute pg_catalog.format(
        'create trigger realtime_capture after insert or update or delete on %I.%I
           for each row execute function realtime.capture_change()',
        found_table.schemaname, found_table.tablename);
    exception when insufficient_privilege or duplicate_object or undefined_table then
      null;
    end;
  end loop;
  for found_table in
    select n.nspname, c.relname from pg_catalog.pg_trigger
    join pg_catalog.pg_class c on c.oid = tgrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where tgname = 'realtime_capture' and tgparentid = 0
      and not exists (
        select from pg_catalog.pg_publication_tables t
        where t.pubname = 'supabase_realtime'
          and t.schemaname = n.nspname and t.tablename = c.relname)
  loop
    begin
      execute pg_catalog.format(
        'drop trigger if exists realtime_capture on %I.%I', found_table.nspname, found_table.relname);
    exception when insufficient_privilege or undefined_table then
      null;
    end;
  end loop;
end
$$;
revoke all on function realtime.follow_publication() from public;
grant execute on function realtime.follow_publication() to :"realtime";
