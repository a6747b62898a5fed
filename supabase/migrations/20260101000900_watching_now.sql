-- How many watch a channel, from players that say so once a minute (one of so many; `weight` is for how many
-- it speaks). A row is a random word that a player was given for a minute, and nothing of who it is; words are
-- forgotten after minutes, and of an hour only its highest minute is kept.

create unlogged table public.watch_pulses (
  -- The random word: what was said once counts once.
  nonce text primary key,
  minute timestamptz not null,
  channel text not null,
  weight integer not null,

  constraint watch_pulses_nonce_form check (nonce ~ '^[0-9a-f]{16}$'),
  constraint watch_pulses_channel_form check (channel ~ '^[a-z0-9-]{1,64}$'),
  constraint watch_pulses_weight_known check (weight between 1 and 4096)
);

comment on table public.watch_pulses is 'Random words of players in these minutes; for the server alone.';

create index watch_pulses_minute_idx on public.watch_pulses (minute, channel);

create table public.watch_hours (
  channel text not null,
  hour timestamptz not null,
  peak integer not null,

  constraint watch_hours_pkey primary key (channel, hour),
  constraint watch_hours_channel_form check (channel ~ '^[a-z0-9-]{1,64}$'),
  constraint watch_hours_hour_whole check (hour = date_trunc('hour', hour, 'UTC')),
  constraint watch_hours_peak_known check (peak >= 1)
);

comment on table public.watch_hours is 'About how many watched a channel in the highest minute of an hour.';

alter table public.watch_pulses enable row level security;
alter table public.watch_pulses force row level security;
alter table public.watch_hours enable row level security;
alter table public.watch_hours force row level security;

revoke all on public.watch_pulses, public.watch_hours from anon, authenticated, service_role;
grant select, insert, delete on public.watch_pulses to service_role;
grant select, insert, update, delete on public.watch_hours to service_role;
grant select on public.watch_hours to authenticated;

create policy "administrators read hours" on public.watch_hours
  for select to authenticated using ((select public.is_admin()));

-- Every minute that is over goes into its hour, as often as somebody asks; words of minutes before the last
-- ones are forgotten, and hours after thirteen months.
create function public.close_watch_minutes() returns void
  language sql
  set search_path = ''
as $$
  insert into public.watch_hours as kept (channel, hour, peak)
  select channel, date_trunc('hour', minute, 'UTC'), max(people)
  from (
    select channel, minute, sum(weight)::integer as people
    from public.watch_pulses
    where minute < date_trunc('minute', now())
    group by channel, minute
  ) as minutes
  group by channel, date_trunc('hour', minute, 'UTC')
  on conflict (channel, hour) do update set peak = greatest(kept.peak, excluded.peak);

  delete from public.watch_pulses where minute < date_trunc('minute', now()) - interval '4 minutes';
  delete from public.watch_hours where hour < now() - interval '13 months';
$$;

comment on function public.close_watch_minutes is 'Keeps the peaks of the minutes that are over.';

-- Counts what one player says: "counted", "spent" when it was said before, "full" when a minute holds more
-- than the share should ever let through, whoever sends it.
create function public.count_watch_pulse(channel text, nonce text, weight integer) returns text
  language plpgsql
  set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', now());
  said integer;
begin
  select count(*) into said from public.watch_pulses as p where p.minute = this_minute;
  if said >= 6000 then
    return 'full';
  end if;
  insert into public.watch_pulses (nonce, minute, channel, weight)
  values (count_watch_pulse.nonce, this_minute, count_watch_pulse.channel, count_watch_pulse.weight)
  on conflict do nothing;
  if not found then
    return 'spent';
  end if;
  -- The first of a minute closes those before it; two at once do it twice, to the same end.
  if said = 0 then
    perform public.close_watch_minutes();
  end if;
  return 'counted';
end;
$$;

comment on function public.count_watch_pulse is 'Counts what one player says; for the server alone.';

-- About how many watched in the last whole minute, by channel.
create function public.watching_now() returns jsonb
  language sql
  stable
  set search_path = ''
as $$
  select coalesce(jsonb_object_agg(channel, people), '{}')
  from (
    select channel, sum(weight) as people
    from public.watch_pulses
    where minute = date_trunc('minute', now()) - interval '1 minute'
    group by channel
  ) as channels;
$$;

comment on function public.watching_now is 'About how many watch each channel; for the server alone.';

revoke all on function public.close_watch_minutes() from public, anon, authenticated;
revoke all on function public.count_watch_pulse(text, text, integer) from public, anon, authenticated;
revoke all on function public.watching_now() from public, anon, authenticated;
grant execute on function public.close_watch_minutes() to service_role;
grant execute on function public.count_watch_pulse(text, text, integer) to service_role;
grant execute on function public.watching_now() to service_role;
