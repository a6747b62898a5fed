-- The roles of one database on another PostgreSQL server, 16 or later. None of them logs in
-- or has a password: the login of DATABASE_URL becomes them. Run by that login when it may, else by an
-- administrator, connected to that database; any number of times, and without a superuser's rights.

do $$
declare
  database_name constant text := current_database();
  database_owner text;
  role_name text;
  wanted record;
begin
  if current_setting('server_version_num')::int < 160000 then
    raise exception 'This is for PostgreSQL 16 or later, and the server is %.', current_setting('server_version');
  end if;
  if database_name <> :'database' then
    raise exception 'This is for database %, and you are connected to %.', :'database', database_name;
  end if;
  select rolname into database_owner
    from pg_catalog.pg_database join pg_catalog.pg_roles on pg_roles.oid = datdba
    where datname = database_name;

  -- Policies name the first three, so that all databases of the server share them.
  foreach role_name in array array[
    'anon', 'authenticated', 'service_role',
    :'owner', :'caller', :'auth', :'storage', :'realtime', :'server'
  ] loop
    continue when exists (select from pg_catalog.pg_roles where rolname = role_name);
    if role_name in ('service_role', :'owner') then
      -- Many managed servers let nobody pass row level security by: row-security.sql makes up for it.
      begin
        execute format('create role %I nologin bypassrls', role_name);
        continue;
      exception when insufficient_privilege then
        null;
      end;
    end if;
    execute format(
      'create role %I nologin %s', role_name,
      case when role_name in (:'owner', :'server') then '' else 'noinherit' end);
  end loop;

  -- Only what is missing: who may use a role may often not grant it.
  for wanted in
    select granted, member, manner, right_name from (values
      ('anon', :'caller', null, 'SET'),
      ('authenticated', :'caller', null, 'SET'),
      ('service_role', :'caller', null, 'SET'),
      ('anon', :'owner', null, 'SET'),
      ('authenticated', :'owner', null, 'SET'),
      ('service_role', :'owner', null, 'SET'),
      -- Migrations create policies on tables of these two, but may not act as their owners.
      (:'storage', :'owner', 'inherit true, set false', 'USAGE'),
      (:'realtime', :'owner', 'inherit true, set false', 'USAGE'),
      (:'owner', :'server', null, 'SET'),
      (:'caller', :'server', null, 'SET'),
      (:'auth', :'server', null, 'SET'),
      (:'storage', :'server', null, 'SET'),
      (:'realtime', :'server', null, 'SET'),
      (:'server', :'login', 'inherit true, set true', 'SET'),
      (:'server', database_owner, 'inherit true, set true', 'SET')
    ) as memberships (granted, member, manner, right_name)
  loop
    continue when pg_has_role(wanted.member, wanted.granted, wanted.right_name)
      -- The database may belong to one of these roles itself.
      or pg_has_role(wanted.granted, wanted.member, 'MEMBER');
    execute format(
      'grant %I to %I with %s', wanted.granted, wanted.member,
      coalesce(wanted.manner, 'inherit false, set true'));
  end loop;

  execute format(
    'grant create on database %I to %I, %I, %I, %I',
    database_name, :'owner', :'auth', :'storage', :'realtime');
  -- A login of another database may become the three shared roles, so it must not come in here.
  execute format('grant connect, temporary on database %I to %I, %I', database_name, :'server', :'login');
  if database_name not in ('postgres', 'template1') then
    execute format('revoke connect, temporary on database %I from public', database_name);
  end if;

  begin
    execute format('alter schema public owner to %I', :'owner');
  exception when insufficient_privilege then
    -- On a database older than PostgreSQL 15 it may be the superuser's.
    execute format('grant usage, create on schema public to %I', :'owner');
  end;
  if to_regclass('supabase_migrations.boot') is not null then
    execute format('alter table supabase_migrations.boot owner to %I', :'owner');
  end if;
end
$$;
