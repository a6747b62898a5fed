-- People's accounts, for helpers with the permission for people: found by name or address, 25 at a time and
-- with addresses masked; whose address is shown, the log says. What only the auth and storage services may do
-- is done by the function studio-accounts, which asks here first.

-- {total, accounts: [{id, name, username, address (masked), created_at, last_sign_in_at, isConfirmed,
-- suspended_until, isHelper}]}, newest first.
create function public.studio_accounts(p_search text default '', p_page integer default 1) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant text := lower(btrim(left(coalesce(p_search, ''), 100)));
  -- Signs that a pattern would take for more than themselves stand for themselves.
  pattern constant text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  first integer := (least(greatest(coalesce(p_page, 1), 1), 40000) - 1) * 25;
  answer jsonb;
begin
  perform public.studio_require_people();
  with found as (
    select u.id, p.full_name, p.username, u.email, u.created_at, u.last_sign_in_at, u.email_confirmed_at,
      u.banned_until
    from auth.users u
    left join public.profiles p on p.id = u.id
    where u.deleted_at is null and (wanted = ''
      or lower(p.full_name) like pattern or p.username like pattern or lower(u.email) like pattern)
  )
  select jsonb_build_object(
    'total', (select count(*) from found),
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.id, 'name', f.full_name, 'username', f.username,
        'address', public.masked_address(f.email),
        'created_at', f.created_at, 'last_sign_in_at', f.last_sign_in_at,
        'isConfirmed', f.email_confirmed_at is not null,
        'suspended_until', case when f.banned_until > now() then f.banned_until end,
        'isHelper', cardinality(public.staff_permissions_of(f.id)) > 0
          or exists (select from public.staff s where s.user_id = f.id)
      ) order by f.created_at desc, f.id)
      from (select * from found order by created_at desc, id offset first limit 25) f
    ), '[]')
  ) into answer;
  -- What was looked for may be an address, so the log keeps how many were found alone.
  if wanted <> '' then
    perform public.audit('account.search', '', (answer ->> 'total') || ' found');
  end if;
  return answer;
end
$$;

comment on function public.studio_accounts(text, integer) is
  'Accounts by name or address, 25 a page, for those with the permission for people.';

create function public.studio_require_people() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.staff_can('people') then
    raise exception 'This needs the permission for people' using errcode = '42501';
  end if;
end
$$;

comment on function public.studio_require_people() is 'Refuses who may not see people; for functions alone.';

-- One account with its private fields, and how much goes when it is deleted; the log says who looked. Null where
-- there is none.
create function public.studio_account(p_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform public.studio_require_people();
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

comment on function public.studio_account(uuid) is 'One account with its private fields; who looked is logged.';

-- Nobody is kept out or deleted by one who holds less, by himself, or while being the last owner.
create function public.studio_may_change_account(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select account is distinct from auth.uid()
    and public.staff_permissions() @> public.staff_permissions_of(account)
    and public.staff_permissions() @> coalesce(
      (select s.permissions from public.staff s where s.user_id = account), '{}')
    and (public.staff_has_other_owner(account) or not exists (
      select from public.staff s where s.user_id = account and s.permissions @> public.staff_all_permissions()))
$$;

comment on function public.studio_may_change_account(uuid) is
  'Whether the caller may act on an account; for functions alone.';

-- What the function studio-accounts asks in the caller's name before it acts, and what the log then says:
-- {address}; null where there is no such account. One that is suspended is signed out everywhere.
create function public.studio_account_act(p_id uuid, p_act text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform public.studio_require_people();
  if p_act is null or p_act not in ('suspend', 'restore', 'resend', 'delete', 'export', 'remove_picture') then
    raise exception 'There is no such act' using errcode = '22023';
  end if;
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

comment on function public.studio_account_act(uuid, text) is
  'Lets an act on an account through for whoever may, and logs it.';

revoke execute on function public.studio_accounts(text, integer), public.studio_require_people(),
  public.studio_account(uuid), public.studio_may_change_account(uuid), public.studio_account_act(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.studio_accounts(text, integer), public.studio_account(uuid),
  public.studio_account_act(uuid, text) to authenticated;
