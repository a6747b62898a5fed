-- The second step of signing in, and the devices that are signed in. Whoever has set up a second proof is
-- nobody here until a session has shown it: a stolen password alone reads and writes nothing. Administrators
-- must have one. Schema auth is only read, and rows of its sessions end; all of it works the same on
-- a hosted project.

create function public.is_fully_signed_in() returns boolean
language sql stable security definer set search_path = ''
as $$
  select auth.uid() is not null and (
    coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
    or not exists (
      select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
    )
  )
$$;

comment on function public.is_fully_signed_in() is
  'Whether the caller has shown a second proof, or has none to show.';

create or replace function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    auth.jwt() -> 'app_metadata' ->> 'role' = 'admin' and auth.jwt() ->> 'aal' = 'aal2', false)
$$;

comment on function public.is_admin() is
  'Whether the caller may publish for everyone: an administrator who has shown a second proof.';

create policy "second step first" on public.profiles as restrictive
  for all to authenticated
  using ((select public.is_fully_signed_in())) with check ((select public.is_fully_signed_in()));

create policy "avatars: second step first" on storage.objects as restrictive
  for all to authenticated
  using (bucket_id <> 'avatars' or (select public.is_fully_signed_in()))
  with check (bucket_id <> 'avatars' or (select public.is_fully_signed_in()));

-- Where an account is signed in: [{id, user_agent, created_at, last_used_at, is_current, is_application}].
-- A column that older projects lack is read by its name.
create function public.my_sessions() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(mine) order by mine.is_current desc, mine.last_used_at desc), '[]')
  from (
    select s.id, s.user_agent, s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_used_at,
      s.id::text = coalesce(auth.jwt() ->> 'session_id', '') as is_current,
      to_jsonb(s) ->> 'oauth_client_id' is not null as is_application
    from auth.sessions s
    where s.user_id = auth.uid() and public.is_fully_signed_in()
      and (s.not_after is null or s.not_after > now())
  ) mine
$$;

comment on function public.my_sessions() is 'Sessions of the caller''s account, this one first.';

-- Ends one other session of the caller and tells the account's open pages. False where there is none.
create function public.end_my_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_fully_signed_in() then return false; end if;
  delete from auth.sessions s where s.id = session_id and s.user_id = auth.uid();
  if not found then return false; end if;
  perform realtime.send('{}'::jsonb, 'session-ended', 'account:' || auth.uid()::text, true);
  return true;
end
$$;

comment on function public.end_my_session(uuid) is
  'Ends a session of the caller''s account; its open pages hear of it.';

-- Ends all sessions of the caller but this one, and tells how many they were.
create function public.end_my_other_sessions() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ended integer;
begin
  if not public.is_fully_signed_in() then return 0; end if;
  delete from auth.sessions s
  where s.user_id = auth.uid() and s.id::text is distinct from auth.jwt() ->> 'session_id';
  get diagnostics ended = row_count;
  if ended > 0 then
    perform realtime.send('{}'::jsonb, 'session-ended', 'account:' || auth.uid()::text, true);
  end if;
  return ended;
end
$$;

comment on function public.end_my_other_sessions() is
  'Ends all other sessions of the caller''s account; their open pages hear of it.';

revoke execute on function public.is_fully_signed_in() from public, anon, service_role;
revoke execute on function public.my_sessions() from public, anon, service_role;
revoke execute on function public.end_my_session(uuid) from public, anon, service_role;
revoke execute on function public.end_my_other_sessions() from public, anon, service_role;
grant execute on function public.is_fully_signed_in() to authenticated;
grant execute on function public.my_sessions() to authenticated;
grant execute on function public.end_my_session(uuid) to authenticated;
grant execute on function public.end_my_other_sessions() to authenticated;

-- Members hear on a topic of their account that a session has ended; nobody sends there but the database.
create policy "members hear of their sessions" on realtime.messages for select to authenticated
  using (
    realtime.topic() = 'account:' || (select auth.uid())::text
    and realtime.messages.extension = 'broadcast'
  );
