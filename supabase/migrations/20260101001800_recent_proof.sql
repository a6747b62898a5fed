-- Acts on people are for whoever has proved within 15 minutes to be who the session says: a session that lies
-- about open, or was stolen, invites nobody, sends nobody away, and neither reads nor takes along anybody's data.

-- Whether this session's person proved so lately, the second step too where the account has one. What
-- only goes on with a session is no proof: a token that was renewed, an application that was let in.
create function public.studio_has_recent_proof() returns boolean
language sql stable security definer set search_path = ''
as $$
  with recent as (
    select c.authentication_method as method
    from auth.mfa_amr_claims c
    join auth.sessions s on s.id = c.session_id
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id'
      and c.updated_at > now() - interval '15 minutes'
  )
  select exists (
    select from recent where method in ('password', 'otp', 'oauth', 'sso/saml', 'passkey', 'web3',
      'magiclink', 'recovery', 'invite', 'email/signup', 'email_change')
  ) and (
    exists (select from recent where method = 'totp' or method like 'mfa/%')
    or not exists (
      select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
    )
  )
$$;

comment on function public.studio_has_recent_proof() is
  'Whether the caller has shown within 15 minutes who he is; for functions alone.';

-- Refuses with 28000, proof_too_old.
create function public.studio_require_recent_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.studio_has_recent_proof() then
    raise exception 'proof_too_old' using errcode = '28000', hint = 'Sign in again';
  end if;
end
$$;

comment on function public.studio_require_recent_proof() is
  'Refuses who has not lately shown who he is; for functions alone.';

-- Refuses with 42501 what the caller lacks: the permission for people, what is given, and an end before his own.
create or replace function public.studio_may_give(permissions text[], until timestamptz) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  own_end timestamptz;
begin
  select s.until into own_end from public.staff s
  where s.user_id = auth.uid() and auth.jwt() -> 'app_metadata' ->> 'role' is distinct from 'admin';
  if not public.staff_can('people') or permissions is null
    or not public.staff_permissions() @> permissions
    or (own_end is not null and (until is null or until > own_end))
  then
    raise exception 'Nobody gives what he lacks' using errcode = '42501';
  end if;
  if until <= now() then
    raise exception 'The end is over' using errcode = '22023';
  end if;
  perform public.studio_require_recent_proof();
end
$$;

-- Takes a link back. False where there is none that is open.
create or replace function public.studio_uninvite(p_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.studio_require_people();
  perform public.studio_require_recent_proof();
  delete from public.studio_invitations where id = p_id and used_at is null and email is not null;
  if not found then return false; end if;
  perform public.audit('staff.uninvite', p_id::text, '');
  return true;
end
$$;

-- Takes all rights from somebody, and the links that the account has made.
create or replace function public.studio_withdraw(p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  held text[];
begin
  -- Everybody may go; whoever sends somebody else away needs the permission.
  if p_user is distinct from auth.uid() then
    perform public.studio_require_people();
  end if;
  perform public.studio_require_recent_proof();
  perform pg_advisory_xact_lock(hashtext('public.staff'));
  select s.permissions into held from public.staff s where s.user_id = p_user for update;
  if not found then return; end if;
  if not public.staff_permissions() @> held then
    raise exception 'Nobody changes one who holds more' using errcode = '42501';
  end if;
  delete from public.staff where user_id = p_user;
  delete from public.studio_invitations where invited_by = p_user and used_at is null;
  perform public.audit('staff.withdraw', p_user::text, array_to_string(held, ', '));
end
$$;

-- One account with its private fields, and how much goes when it is deleted; the log says who looked. Null where
-- there is none.
create or replace function public.studio_account(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform public.studio_require_people();
  perform public.studio_require_recent_proof();
  select jsonb_build_object(
    'id', u.id, 'name', p.full_name, 'username', p.username, 'address', u.email, 'phone', p.phone,
    'bio', p.bio, 'avatar_url', p.avatar_url,
    'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
    'isConfirmed', u.email_confirmed_at is not null,
    'suspended_until', case when u.banned_until > now() then u.banned_until end,
    'isMe', u.id = auth.uid(),
    'mayChange', public.studio_may_change_account(u.id),
    'goes', jsonb_build_object(
      'pictures', case when p.avatar_url is null then 0 else 1 end,
      'devices', (select count(*) from auth.sessions s where s.user_id = u.id),
      'drafts', (select count(*) from public.studio_drafts d where d.author = u.id),
      'rights', coalesce((select cardinality(s.permissions) from public.staff s where s.user_id = u.id), 0)
    )
  ) into answer
  from auth.users u left join public.profiles p on p.id = u.id
  where u.id = p_id and u.deleted_at is null;
  if answer is not null then
    perform public.audit('account.view', p_id::text, '');
  end if;
  return answer;
end
$$;

-- What the function studio-accounts asks in the caller's name before it acts, and what the log then says:
-- {address}; null where there is no such account. One that is suspended is signed out everywhere.
create or replace function public.studio_account_act(p_id uuid, p_act text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform public.studio_require_people();
  if p_act is null or p_act not in ('suspend', 'restore', 'resend', 'delete', 'export', 'remove_picture') then
    raise exception 'There is no such act' using errcode = '22023';
  end if;
  perform public.studio_require_recent_proof();
  select u.email into address from auth.users u where u.id = p_id and u.deleted_at is null;
  if not found then return null; end if;
  if not public.studio_may_change_account(p_id) then
    raise exception 'Nobody acts on one who holds more' using errcode = '42501';
  end if;
  if p_act = 'suspend' then
    delete from auth.sessions s where s.user_id = p_id;
    perform realtime.send('{}'::jsonb, 'session-ended', 'account:' || p_id::text, true);
  end if;
  perform public.audit('account.' || p_act, p_id::text, '');
  return jsonb_build_object('address', address);
end
$$;

revoke execute on function public.studio_has_recent_proof(), public.studio_require_recent_proof()
  from public, anon, authenticated, service_role;
