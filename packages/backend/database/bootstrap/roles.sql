-- Supabase's roles on the embedded server. Run by its superuser at boot, any number of times. Logins get
-- their passwords from boot.ts; no role but the boot role is a superuser.

do $$
declare
  wanted constant jsonb := '{
    "anon": "nologin noinherit",
    "authenticated": "nologin noinherit",
    "service_role": "nologin noinherit bypassrls",
    "authenticator": "login noinherit",
    "postgres": "login createrole createdb bypassrls",
    "supabase_auth_admin": "login noinherit",
    "supabase_storage_admin": "login noinherit",
    "supabase_realtime_admin": "login noinherit"
  }';
  role_name text;
  attributes text;
begin
  for role_name, attributes in select key, value from jsonb_each_text(wanted) loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      execute format('create role %I %s', role_name, attributes);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres;
-- Migrations (role postgres) create policies on storage.objects and realtime.messages, but may not
-- act as their owners.
grant supabase_storage_admin, supabase_realtime_admin to postgres with inherit true, set false;

-- The boot role hands its database over.
do $$
begin
  execute format('alter database %I owner to postgres', current_database());
  execute format(
    'grant create on database %I
       to supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin',
    current_database());
end
$$;
alter schema public owner to postgres;
