-- Servers check the open private topics of an account again when its permissions change, so that rights that
-- were withdrawn end with an open socket too, and not with its token.

create function public.tell_staff_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('realtime_access', coalesce(old.user_id, new.user_id)::text);
  return null;
end
$$;

comment on function public.tell_staff_change() is 'Tells servers whose permissions have changed.';

create trigger tell_staff_change after insert or update or delete on public.staff
  for each row execute function public.tell_staff_change();

revoke execute on function public.tell_staff_change() from public, anon, authenticated, service_role;

-- An account's confirmed address proves no mailbox where addresses need no confirmation. On a server that sends mail an
-- invitation then asks for a code from the invited mailbox (decision 087).

alter table public.studio_state
  -- Written by the server at its start: whether it sends mail.
  add column asks_for_mailbox boolean not null default false;

grant update (asks_for_mailbox) on public.studio_state to service_role;

-- Whether the mailbox of the caller's address was proved: by the mail that confirmed the address, by a provider that has
-- verified it, or because this session began with a mail. A code may also come by phone, where the account has a number.
create function public.studio_has_proved_mailbox() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.users u
    where u.id = auth.uid() and (
      exists (
        select from (values (u.confirmation_sent_at), (u.recovery_sent_at)) as mail (sent_at)
        where mail.sent_at >= u.created_at and u.email_confirmed_at > mail.sent_at)
      or exists (
        select from auth.identities i
        where i.user_id = u.id and i.provider not in ('email', 'phone')
          and lower(i.email) = lower(u.email) and i.identity_data ->> 'email_verified' = 'true')
      or exists (
        select from auth.mfa_amr_claims c
        join auth.sessions s on s.id = c.session_id
        where s.user_id = u.id and s.id::text = auth.jwt() ->> 'session_id'
          and (c.authentication_method in
              ('magiclink', 'recovery', 'invite', 'email/signup', 'email_change')
            or (c.authentication_method = 'otp' and u.phone_confirmed_at is null)))))
$$;

comment on function public.studio_has_proved_mailbox() is
  'Whether the caller has shown to own the mailbox of the account; for functions alone.';

-- As before, and needs_code: the mailbox of the link's address is still to be proved.
create or replace function public.studio_accept(p_token text) returns jsonb
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
  elsif link.email is not null and (select st.asks_for_mailbox from public.studio_state st)
    and not public.studio_has_proved_mailbox()
  then
    return jsonb_build_object('outcome', 'needs_code');
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

revoke execute on function public.studio_has_proved_mailbox() from public, anon, authenticated, service_role;
