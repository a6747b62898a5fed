-- Who runs the ministry, and what each may do: permissions instead of titles, asked by every policy at once,
-- so that what was withdrawn is gone with the next request. Owners (who hold all of them) and those who see
-- people's accounts have none of their rights before the session has shown a second proof.

create function public.staff_all_permissions() returns text[]
language sql immutable set search_path = ''
as $$
  select array['channels', 'videos', 'devotionals', 'schedule', 'announce', 'chat', 'prayer', 'people', 'settings', 'numbers']
$$;

comment on function public.staff_all_permissions() is
  'Every permission that there is; who holds them all is an owner.';

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  permissions text[] not null,
  invited_by uuid references auth.users (id) on delete set null,
  since timestamptz not null default now(),
  -- Null: without an end.
  until timestamptz,

  constraint staff_permissions_known check (
    permissions <@ public.staff_all_permissions() and cardinality(permissions) between 1 and 10
  )
);

comment on table public.staff is 'Who helps to run the ministry, and with what; changed by functions alone.';

create table public.studio_invitations (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the link's token, in hexadecimal.
  token_hash text not null unique,
  -- In lower case; null: the first owner's, for whoever holds the link.
  email text,
  permissions text[] not null,
  until timestamptz,
  invited_by uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  used_at timestamptz,

  constraint studio_invitations_permissions_known check (
    permissions <@ public.staff_all_permissions() and cardinality(permissions) between 1 and 10
  ),
  constraint studio_invitations_email_form check (
    char_length(email) <= 254 and email = lower(email)
    and email ~ '^[^\s@\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+@[^\s@\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+$'
  ),
  -- Nobody's invitation is for nobody's address but the server's own, for the first owner.
  constraint studio_invitations_bound check ((email is null) = (invited_by is null))
);

comment on table public.studio_invitations is 'Links by which somebody joins; only the sum of each is kept.';

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  actor_name text,
  -- "AREA.ACT", such as "channel.publish".
  action text not null,
  -- What it was done to: the id of a document or an account.
  subject text not null,
  -- In words; never a value of a private field.
  summary text not null,

  constraint audit_log_action_form check (action ~ '^[a-z_]{1,32}\.[a-z_]{1,32}$'),
  constraint audit_log_subject_length check (char_length(subject) <= 200),
  constraint audit_log_summary_length check (char_length(summary) <= 300),
  constraint audit_log_plain check (
    subject || summary !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  )
);

comment on table public.audit_log is 'What was done in the studio; only added to, kept for 400 days.';

create index audit_log_at_idx on public.audit_log (at);

alter table public.staff enable row level security;
alter table public.staff force row level security;
alter table public.studio_invitations enable row level security;
alter table public.studio_invitations force row level security;
alter table public.audit_log enable row level security;
alter table public.audit_log force row level security;

-- What an account was given, whatever its session has shown; nothing for one that is suspended. Whoever
-- app_metadata calls an administrator is an owner: members cannot write that themselves.
create function public.staff_permissions_of(account uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case when u.raw_app_meta_data ->> 'role' = 'admin' then public.staff_all_permissions()
      else s.permissions end
    from auth.users u
    left join public.staff s on s.user_id = u.id and (s.until is null or s.until > now())
    where u.id = account and (u.banned_until is null or u.banned_until <= now())
  ), '{}')
$$;

comment on function public.staff_permissions_of(uuid) is 'What an account was given; for functions alone.';

-- What the caller may do now, with what this session has shown.
create function public.staff_permissions() returns text[]
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() is null or not public.is_fully_signed_in() then '{}'
    when exists (
      select from auth.users u where u.id = auth.uid() and u.banned_until > now()
    ) then '{}'
    -- The session's own word for an administrator, who has always had to show a second proof.
    when auth.jwt() -> 'app_metadata' ->> 'role' = 'admin' then
      case when auth.jwt() ->> 'aal' = 'aal2' then public.staff_all_permissions() else '{}' end
    else coalesce((
      select case
        when auth.jwt() ->> 'aal' = 'aal2' then s.permissions
        when s.permissions @> public.staff_all_permissions() then '{}'
        else array_remove(s.permissions, 'people')
      end
      from public.staff s
      where s.user_id = auth.uid() and (s.until is null or s.until > now())
    ), '{}')
  end
$$;

comment on function public.staff_permissions() is 'What the caller may do in the studio with this session.';

create function public.staff_can(permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(permission = any (public.staff_permissions()), false)
$$;

comment on function public.staff_can(text) is 'Whether the caller holds a permission and has shown what it needs.';

create or replace function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$
  select public.staff_can('settings')
$$;

comment on function public.is_admin() is 'Whether the caller may change what the whole ministry is.';

create function public.staff_name(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(p.full_name, p.username) from public.profiles p where p.id = account
$$;

comment on function public.staff_name(uuid) is 'The name that an account shows; for functions alone.';

create function public.masked_address(address text) returns text
language sql immutable set search_path = ''
as $$
  select left(address, 1) || '…@' || split_part(address, '@', 2)
$$;

comment on function public.masked_address(text) is 'An address that its owner knows again, and nobody learns.';

-- Writes a line of the log, in the caller's name; lines after 400 days go.
create function public.audit(action text, subject text, summary text) returns void
language sql security definer set search_path = ''
as $$
  delete from public.audit_log where at < now() - interval '400 days';
  insert into public.audit_log (actor, actor_name, action, subject, summary)
  values (auth.uid(), public.staff_name(auth.uid()), audit.action, audit.subject, audit.summary);
$$;

comment on function public.audit(text, text, text) is 'Writes a line of the log; for functions alone.';

-- A line stays as it is; what goes is one that is old, and the name of an account that is no more.
create function public.keep_audit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '400 days' then return old; end if;
  elsif new.actor is null and (to_jsonb(new) - 'actor') = (to_jsonb(old) - 'actor') then
    new.actor_name := null;
    return new;
  end if;
  raise exception 'The log is only added to' using errcode = '42501';
end
$$;

create trigger keep_audit before update or delete on public.audit_log
  for each row execute function public.keep_audit();

-- Whether an owner without an end is left besides one account.
create function public.staff_has_other_owner(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u
    left join public.staff s on s.user_id = u.id
    where u.id <> account and (u.banned_until is null or u.banned_until <= now())
      and (u.raw_app_meta_data ->> 'role' = 'admin'
        or (s.permissions @> public.staff_all_permissions() and s.until is null))
  )
$$;

comment on function public.staff_has_other_owner(uuid) is 'Whether an owner is left without one; for functions alone.';

-- The last owner stays, whoever tries and by whatever way, the end of the account among them. One at a time,
-- so that two owners do not remove each other.
create function public.keep_last_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtext('public.staff'));
  if old.permissions @> public.staff_all_permissions() and old.until is null
    and (tg_op = 'DELETE' or new.until is not null
      or not new.permissions @> public.staff_all_permissions())
    and not public.staff_has_other_owner(old.user_id)
  then
    raise exception 'The last owner stays' using errcode = '23001', constraint = 'staff_last_owner';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger keep_last_owner before update or delete on public.staff
  for each row execute function public.keep_last_owner();

-- Whether this account may not go, because it is the last owner's.
create function public.studio_is_last_owner() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.staff s
    where s.user_id = auth.uid() and s.until is null and s.permissions @> public.staff_all_permissions()
  ) and not public.staff_has_other_owner(auth.uid())
$$;

comment on function public.studio_is_last_owner() is 'Whether the caller is the last owner, whose account stays.';

-- {permissions, isOwner, name, needsSecondStep}; no permissions for everybody else.
create function public.studio_me() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'permissions', to_jsonb(mine.permissions),
    'isOwner', mine.permissions @> public.staff_all_permissions(),
    'name', coalesce(public.staff_name(auth.uid()), ''),
    'needsSecondStep', not mine.permissions @> public.staff_permissions_of(auth.uid())
      and auth.jwt() ->> 'aal' is distinct from 'aal2'
  )
  from (select public.staff_permissions() as permissions) mine
$$;

comment on function public.studio_me() is 'What the caller may do in the studio, and what is missing for it.';

create function public.studio_new_token() returns text
language sql volatile set search_path = ''
as $$
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
$$;

comment on function public.studio_new_token() is '32 bytes that nobody guesses, in hexadecimal; for functions alone.';

create function public.studio_token_hash(token text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

comment on function public.studio_token_hash(text) is 'The sum under which a token is kept; for functions alone.';

-- Refuses with 42501 what the caller lacks: the permission for people, what is given, and an end before his own.
create function public.studio_may_give(permissions text[], until timestamptz) returns void
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
end
$$;

comment on function public.studio_may_give(text[], timestamptz) is 'Refuses to give what the caller lacks; for functions alone.';

-- Makes a link for one address: {token, expires_at}. The token is shown this once.
create function public.studio_invite(p_email text, p_permissions text[], p_until timestamptz default null)
  returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := public.studio_new_token();
  made public.studio_invitations;
begin
  perform public.studio_may_give(p_permissions, p_until);
  if p_email is null then
    raise exception 'An address is needed' using errcode = '22023';
  end if;
  if (select count(*) from public.studio_invitations where used_at is null and expires_at > now()) >= 100 then
    raise exception 'Too many links are open' using errcode = '54000';
  end if;
  delete from public.studio_invitations
  where expires_at < now() - interval '30 days' or (email = lower(btrim(p_email)) and used_at is null);
  insert into public.studio_invitations (token_hash, email, permissions, until, invited_by)
  values (public.studio_token_hash(token), lower(btrim(p_email)), p_permissions, p_until, auth.uid())
  returning * into made;
  perform public.audit('staff.invite', made.id::text, array_to_string(p_permissions, ', '));
  return jsonb_build_object('token', token, 'expires_at', made.expires_at);
end
$$;

comment on function public.studio_invite(text, text[], timestamptz) is
  'Makes a link by which the owner of an address joins; good once and for 7 days.';

-- The caller joins by a link: {outcome, ...}. Outcomes: accepted (permissions, needsSecondStep), unknown, used,
-- over (too late, or whoever gave it may no longer), other_address (address, masked), unconfirmed, already.
create function public.studio_accept(p_token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  link public.studio_invitations;
  own_address text;
  own_confirmed timestamptz;
begin
  if not public.is_fully_signed_in() then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.staff'));
  select * into link from public.studio_invitations
  where token_hash = public.studio_token_hash(p_token) for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  elsif link.used_at is not null then
    return jsonb_build_object('outcome', 'used');
  elsif link.expires_at <= now() or link.until <= now()
    or (link.email is null and public.staff_has_other_owner('00000000-0000-0000-0000-000000000000'))
    or (link.invited_by is not null
      and not public.staff_permissions_of(link.invited_by) @> array_append(link.permissions, 'people'))
  then
    return jsonb_build_object('outcome', 'over');
  end if;
  select lower(u.email), u.email_confirmed_at into own_address, own_confirmed
  from auth.users u where u.id = auth.uid() and not u.is_anonymous;
  if own_address is null or own_address <> coalesce(link.email, own_address) then
    return jsonb_build_object('outcome', 'other_address', 'address', public.masked_address(link.email));
  elsif own_confirmed is null then
    return jsonb_build_object('outcome', 'unconfirmed');
  elsif exists (
    select from public.staff s where s.user_id = auth.uid() and (s.until is null or s.until > now())
  ) then
    return jsonb_build_object('outcome', 'already');
  end if;
  insert into public.staff as s (user_id, permissions, invited_by, until)
  values (auth.uid(), link.permissions, link.invited_by, link.until)
  on conflict (user_id) do update set permissions = excluded.permissions,
    invited_by = excluded.invited_by, since = now(), until = excluded.until;
  update public.studio_invitations set used_at = now() where id = link.id;
  perform public.audit('staff.join', auth.uid()::text, array_to_string(link.permissions, ', '));
  return public.studio_me() || jsonb_build_object('outcome', 'accepted');
end
$$;

comment on function public.studio_accept(text) is 'The caller joins by a link that was made for the own address.';

-- A link for whoever is to be the first owner, {token, expires_at}; null where there is an owner. One at a time:
-- those before it are good for nothing.
create function public.studio_first_owner() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := public.studio_new_token();
  made public.studio_invitations;
begin
  perform pg_advisory_xact_lock(hashtext('public.staff'));
  delete from public.studio_invitations where email is null and used_at is null;
  if public.staff_has_other_owner('00000000-0000-0000-0000-000000000000') then
    return null;
  end if;
  insert into public.studio_invitations (token_hash, permissions)
  values (public.studio_token_hash(token), public.staff_all_permissions())
  returning * into made;
  return jsonb_build_object('token', token, 'expires_at', made.expires_at);
end
$$;

comment on function public.studio_first_owner() is 'A link for the first owner, for the server alone.';

-- [{user_id, name, permissions, since, until, invited_by_name, isMe, isOwner, hasSecondStep}]
create function public.studio_staff() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.staff_can('people') then
    raise exception 'This needs the permission for people' using errcode = '42501';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', u.id,
      'name', coalesce(public.staff_name(u.id), public.masked_address(u.email), ''),
      'permissions', case when s.user_id is null then public.staff_all_permissions() else s.permissions end,
      'since', coalesce(s.since, u.created_at),
      'until', s.until,
      'invited_by_name', public.staff_name(s.invited_by),
      'isMe', u.id = auth.uid(),
      'isOwner', s.user_id is null or s.permissions @> public.staff_all_permissions(),
      -- Made on the server's command line, and taken back there.
      'isOfServer', s.user_id is null,
      'hasSecondStep', exists (
        select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
    ) order by coalesce(s.since, u.created_at))
    from auth.users u
    left join public.staff s on s.user_id = u.id
    where s.user_id is not null or u.raw_app_meta_data ->> 'role' = 'admin'
  ), '[]');
end
$$;

comment on function public.studio_staff() is 'Everybody who helps, for those with the permission for people.';

-- [{id, email, permissions, until, expires_at, invited_by_name}]: the links that nobody has used.
create function public.studio_invitations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.staff_can('people') then
    raise exception 'This needs the permission for people' using errcode = '42501';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', i.id, 'email', i.email, 'permissions', i.permissions, 'until', i.until,
      'expires_at', i.expires_at, 'invited_by_name', public.staff_name(i.invited_by)
    ) order by i.created_at)
    from public.studio_invitations i
    where i.used_at is null and i.expires_at > now() and i.email is not null
  ), '[]');
end
$$;

comment on function public.studio_invitations() is 'Links that are open, for those with the permission for people.';

-- Takes a link back. False where there is none that is open.
create function public.studio_uninvite(p_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.staff_can('people') then
    raise exception 'This needs the permission for people' using errcode = '42501';
  end if;
  delete from public.studio_invitations where id = p_id and used_at is null and email is not null;
  if not found then return false; end if;
  perform public.audit('staff.uninvite', p_id::text, '');
  return true;
end
$$;

comment on function public.studio_uninvite(uuid) is 'Takes back a link that nobody has used.';

-- What somebody may do from now on. Nobody changes one who holds more than he, or gives what he lacks; one
-- who was withdrawn comes back by it. Links that the account made and may give no longer are over by themselves.
create function public.studio_change_staff(p_user uuid, p_permissions text[], p_until timestamptz default null)
  returns void
language plpgsql security definer set search_path = ''
as $$
declare
  held text[];
begin
  perform public.studio_may_give(p_permissions, p_until);
  perform pg_advisory_xact_lock(hashtext('public.staff'));
  select s.permissions into held from public.staff s where s.user_id = p_user for update;
  if not found and not exists (
    select from public.audit_log l
    where l.action = 'staff.withdraw' and l.subject = p_user::text and l.actor = auth.uid()
      and l.at > now() - interval '1 day'
  ) then
    raise exception 'Nobody joins without a link' using errcode = '42501';
  end if;
  if not public.staff_permissions() @> coalesce(held, '{}') then
    raise exception 'Nobody changes one who holds more' using errcode = '42501';
  end if;
  insert into public.staff as s (user_id, permissions, invited_by, until)
  values (p_user, p_permissions, auth.uid(), p_until)
  on conflict (user_id) do update set permissions = excluded.permissions, until = excluded.until;
  perform public.audit('staff.change', p_user::text, array_to_string(p_permissions, ', '));
end
$$;

comment on function public.studio_change_staff(uuid, text[], timestamptz) is 'Changes what somebody may do, from the next request on.';

-- Takes all rights from somebody, and the links that the account has made.
create function public.studio_withdraw(p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  held text[];
begin
  -- Everybody may go; whoever sends somebody else away needs the permission.
  if not public.staff_can('people') and p_user is distinct from auth.uid() then
    raise exception 'This needs the permission for people' using errcode = '42501';
  end if;
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

comment on function public.studio_withdraw(uuid) is 'Takes all rights from somebody, from the next request on.';

-- Which permission lets somebody read a line of the log; null: owners alone.
create function public.audit_area(action text) returns text
language sql immutable set search_path = ''
as $$
  select case split_part(action, '.', 1)
    when 'ministry' then 'settings'
    when 'channel' then 'channels'
    when 'schedule' then 'schedule'
    when 'announcement' then 'announce'
    when 'devotional' then 'devotionals'
    when 'category' then 'videos'
    when 'list' then 'videos'
    when 'video' then 'videos'
    when 'chat' then 'chat'
    when 'prayer' then 'prayer'
    when 'staff' then 'people'
    when 'account' then 'people'
    when 'numbers' then 'numbers'
  end
$$;

comment on function public.audit_area(text) is 'The permission for the area of an act.';

create policy "helpers read their own row" on public.staff for select to authenticated
  using (user_id = (select auth.uid()) and (select public.is_fully_signed_in()));
create policy "owners read all, others their area" on public.audit_log for select to authenticated
  using (
    public.audit_area(action) = any ((select public.staff_permissions())::text[])
    or (select public.staff_permissions() @> public.staff_all_permissions())
  );

revoke all on public.staff, public.studio_invitations, public.audit_log from anon, authenticated, service_role;
grant select on public.staff, public.audit_log to authenticated;

-- What administrators could, helpers with the permission can.
alter policy "administrators read all" on public.devotionals
  using ((select public.staff_can('devotionals')));
alter policy "administrators add" on public.devotionals
  with check ((select public.staff_can('devotionals')));
alter policy "administrators edit" on public.devotionals
  using ((select public.staff_can('devotionals'))) with check ((select public.staff_can('devotionals')));
alter policy "administrators remove" on public.devotionals
  using ((select public.staff_can('devotionals')));
alter policy "administrators read all" on public.devotionals rename to "helpers read all";
alter policy "administrators add" on public.devotionals rename to "helpers add";
alter policy "administrators edit" on public.devotionals rename to "helpers edit";
alter policy "administrators remove" on public.devotionals rename to "helpers remove";
alter policy "administrators read hours" on public.watch_hours using ((select public.staff_can('numbers')));

revoke execute on function public.staff_all_permissions(), public.staff_permissions_of(uuid),
  public.staff_permissions(), public.staff_can(text), public.staff_name(uuid), public.masked_address(text),
  public.audit(text, text, text), public.keep_audit(), public.staff_has_other_owner(uuid),
  public.keep_last_owner(), public.studio_is_last_owner(), public.studio_me(), public.studio_new_token(),
  public.studio_token_hash(text), public.studio_may_give(text[], timestamptz),
  public.studio_invite(text, text[], timestamptz), public.studio_accept(text), public.studio_first_owner(),
  public.studio_staff(), public.studio_invitations(), public.studio_uninvite(uuid),
  public.studio_change_staff(uuid, text[], timestamptz), public.studio_withdraw(uuid), public.audit_area(text)
  from public, anon, authenticated, service_role;
grant execute on function public.staff_all_permissions(), public.staff_permissions(), public.staff_can(text),
  public.studio_is_last_owner(), public.studio_me(), public.studio_invite(text, text[], timestamptz),
  public.studio_accept(text), public.studio_staff(), public.studio_invitations(), public.studio_uninvite(uuid),
  public.studio_change_staff(uuid, text[], timestamptz), public.studio_withdraw(uuid), public.audit_area(text)
  to authenticated;
grant execute on function public.studio_first_owner() to service_role;
