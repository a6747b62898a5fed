-- Schemas, their owners, extensions and default privileges, as on Supabase.

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;
create schema if not exists supabase_migrations authorization postgres;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- The boot role hands its own database over; a database of somebody else stays theirs.
do $$
begin
  execute format('grant all on database %I to postgres', current_database());
  if exists (
    select from pg_catalog.pg_database
    where datname = current_database() and datdba = current_user::regrole
  ) then
    execute format('alter database %I owner to postgres', current_database());
  end if;
end
$$;

alter schema public owner to postgres;
revoke create on schema public from public;
grant usage on schema public, extensions, auth, storage, realtime
  to postgres, anon, authenticated, service_role;
grant create on schema extensions to postgres;
grant usage on schema extensions to supabase_auth_admin, supabase_storage_admin;

-- Supabase grants new tables to every API role; migrations revoke and grant columns (R-32).
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
-- Without "in schema": only the global entry takes PUBLIC's EXECUTE away (R-34).
alter default privileges for role postgres revoke execute on functions from public;

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  alter publication supabase_realtime owner to postgres;
end
$$;
