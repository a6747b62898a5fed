-- Where the server lets nobody pass row level security by, the two roles that must are let through by
-- policies: service_role, and the owner, as whom functions of migrations run. Run after migrations, any
-- number of times.

set local role :"owner";
do $$
declare
  secured record;
begin
  for secured in
    select relname from pg_catalog.pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
      and relowner = :'owner'::regrole
      and not exists (select from pg_catalog.pg_policy where polrelid = pg_class.oid and polname = 'the server')
  loop
    execute format(
      'create policy "the server" on public.%I for all to service_role, %I using (true) with check (true)',
      secured.relname, :'owner');
  end loop;
end
$$;

set local role :"auth";
do $$
declare
  secured text;
begin
  foreach secured in array array['users', 'sessions', 'identities', 'mfa_factors', 'mfa_amr_claims'] loop
    continue when exists (
      select from pg_catalog.pg_policy
      where polrelid = format('auth.%I', secured)::regclass and polname = 'the server');
    execute format(
      'create policy "the server" on auth.%I for all to %I using (true)', secured, :'owner');
  end loop;
end
$$;

set local role :"realtime";
do $$
begin
  if not exists (
    select from pg_catalog.pg_policy
    where polrelid = 'realtime.messages'::regclass and polname = 'the server'
  ) then
    create policy "the server" on realtime.messages for all to service_role
      using (true) with check (true);
  end if;
end
$$;

set local role :"storage";
do $$
declare
  secured record;
begin
  for secured in
    select relname from pg_catalog.pg_class
    where relnamespace = 'storage'::regnamespace and relkind in ('r', 'p') and relrowsecurity
      and relowner = :'storage'::regrole
      and not exists (select from pg_catalog.pg_policy where polrelid = pg_class.oid and polname = 'the server')
  loop
    execute format(
      'create policy "the server" on storage.%I for all to service_role using (true) with check (true)',
      secured.relname);
  end loop;
end
$$;
