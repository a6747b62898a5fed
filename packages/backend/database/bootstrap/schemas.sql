-- Schemas, their owners, extensions and default privileges, as on Supabase. Run by a login that may
-- become these roles; each makes what is its own.

set local role :"auth";
create schema if not exists auth;
grant usage on schema auth to :"owner", anon, authenticated, service_role;

set local role :"storage";
create schema if not exists storage;
grant usage on schema storage to :"owner", anon, authenticated, service_role;

set local role :"realtime";
create schema if not exists realtime;
grant usage on schema realtime to :"owner", :"caller", anon, authenticated, service_role;

set local role :"owner";
create schema if not exists extensions;
create schema if not exists supabase_migrations;
grant usage on schema public, extensions to anon, authenticated, service_role;
grant usage on schema extensions to :"auth", :"storage";

-- For migrations that use them; a PostgreSQL server without them will do.
do $$
declare
  extension_name text;
begin
  foreach extension_name in array array['pgcrypto', 'uuid-ossp', 'citext', 'pg_trgm'] loop
    continue when exists (select from pg_catalog.pg_extension where extname = extension_name);
    begin
      execute format('create extension %I with schema extensions', extension_name);
    exception when undefined_file or feature_not_supported or insufficient_privilege then
      raise notice 'There is no extension % here.', extension_name;
    end;
  end loop;
end
$$;

do $$
begin
  -- The owner alone may; on an old database that may be a superuser, who then decides.
  if pg_has_role((select nspowner from pg_catalog.pg_namespace where nspname = 'public'), 'USAGE') then
    revoke create on schema public from public;
  end if;
end
$$;

-- Supabase grants new tables to every API role; migrations revoke and grant columns (R-32).
alter default privileges in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on functions to anon, authenticated, service_role;
-- Without "in schema": only the global entry takes PUBLIC's EXECUTE away (R-34).
alter default privileges revoke execute on functions from public;

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
