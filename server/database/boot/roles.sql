-- Supabase's roles. Run by a superuser at boot, any number of times, on PostgreSQL 15 and later.
-- Logins get their passwords from boot.ts; no role but the boot role is a superuser.

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
    "supabase_realtime_admin": "nologin noinherit"
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
-- act as their owners. Before PostgreSQL 16 a membership cannot tell the two apart.
do $$
declare
  manner constant text := case
    when current_setting('server_version_num')::int >= 160000 then 'with inherit true, set false'
    else ''
  end;
begin
  execute 'grant supabase_storage_admin, supabase_realtime_admin to postgres ' || manner;
end
$$;
