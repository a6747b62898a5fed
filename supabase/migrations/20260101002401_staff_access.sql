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
