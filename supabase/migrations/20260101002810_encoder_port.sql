-- Staff open and close the port for encoders, for all servers on the database.

alter table public.studio_state
  -- Null: staff have not decided, so the servers' settings do.
  add column accepts_encoders boolean;

create trigger tell_broadcast_change after update of accepts_encoders on public.studio_state
  for each row execute function public.tell_broadcast_change();

create function public.studio_accept_encoders(p_accepts boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.studio_require_channels();
  update public.studio_state set accepts_encoders = p_accepts
  where id and accepts_encoders is distinct from p_accepts;
  if found then
    perform public.audit(case when p_accepts then 'channel.encoders_on' else 'channel.encoders_off' end, '', '');
  end if;
end
$$;

comment on function public.studio_accept_encoders(boolean) is
  'Opens or closes the port for encoders; closing it ends their broadcasts.';

revoke execute on function public.studio_accept_encoders(boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.studio_accept_encoders(boolean) to authenticated;
