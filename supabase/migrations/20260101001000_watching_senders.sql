-- How often each network has counted in the running minute, so that several servers hold it to one limit.
-- A sender is a word that the server makes of the network and the minute with its key: nobody else can make it,
-- no two minutes share it, and it is forgotten in the next one. Nothing says what was watched.

create unlogged table public.watch_senders (
  sender text not null,
  minute timestamptz not null,
  pulses integer not null,

  constraint watch_senders_pkey primary key (minute, sender),
  constraint watch_senders_sender_form check (sender ~ '^[0-9a-f]{32}$'),
  constraint watch_senders_pulses_known check (pulses >= 1)
);

comment on table public.watch_senders is 'Pulses of each network in this minute; for the server alone.';

alter table public.watch_senders enable row level security;
alter table public.watch_senders force row level security;

revoke all on public.watch_senders from anon, authenticated, service_role;
grant select, insert, update, delete on public.watch_senders to service_role;

-- Counts what one player says, as count_watch_pulse does, and "many" when its network has had its minute.
create function public.count_sent_pulse(channel text, nonce text, weight integer, sender text, most integer)
  returns text
  language plpgsql
  set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  said integer;
begin
  insert into public.watch_senders as kept (sender, minute, pulses)
  values (count_sent_pulse.sender, this_minute, 1)
  on conflict on constraint watch_senders_pkey
    do update set pulses = kept.pulses + 1 where kept.pulses < count_sent_pulse.most
  returning kept.pulses into said;
  if not found then
    return 'many';
  end if;
  -- The first pulse of a network takes the words of former minutes along.
  if said = 1 then
    delete from public.watch_senders as past where past.minute < this_minute;
  end if;
  return public.count_watch_pulse(
    count_sent_pulse.channel, count_sent_pulse.nonce, count_sent_pulse.weight);
end;
$$;

comment on function public.count_sent_pulse is 'Counts what one player of a network says; for the server alone.';

revoke all on function public.count_sent_pulse(text, text, integer, text, integer) from public, anon, authenticated;
grant execute on function public.count_sent_pulse(text, text, integer, text, integer) to service_role;
