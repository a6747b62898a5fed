-- Whoever keeps pages of devotionals in memory hears when one was published, changed or taken back, by
-- whatever way it was done. Nobody has to listen.

create function public.announce_devotionals() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('devotionals_changed', '');
  return null;
end
$$;

comment on function public.announce_devotionals() is 'Tells those who keep devotionals that they are out of date.';

create trigger announce_devotionals
  after insert or update or delete or truncate on public.devotionals
  for each statement execute function public.announce_devotionals();

revoke execute on function public.announce_devotionals()
  from public, anon, authenticated, service_role;
