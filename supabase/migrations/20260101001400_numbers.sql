-- What is counted for those who run the ministry: pages, plays, devotionals that were opened, searches that found
-- nothing; by the hour, and nothing of who. How many watch stands in watch_hours.

create table public.stats (
  hour timestamptz not null,
  metric text not null,
  -- A path, a video's id, a language, or the words of a search.
  key text not null,
  value bigint not null,

  constraint stats_pkey primary key (hour, metric, key),
  constraint stats_hour_whole check (hour = date_trunc('hour', hour, 'UTC')),
  constraint stats_metric_known check (metric in ('page', 'play', 'devotional', 'search')),
  constraint stats_key_form check (char_length(key) between 1 and 80 and key !~ '[[:cntrl:]]'),
  constraint stats_value_known check (value >= 1)
);

comment on table public.stats is 'Counts of hours without anybody in them; read by studio_numbers alone.';

-- Whom a light that turned bad is told to by mail.
create table public.studio_alerts (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  light text not null,
  -- In which the mail is written.
  language text not null references public.languages (id),

  constraint studio_alerts_pkey primary key (user_id, light),
  constraint studio_alerts_light_form check (light ~ '^[a-z]{1,20}(:[a-z0-9-]{1,64})?$')
);

comment on table public.studio_alerts is 'Helpers who want a mail when a light of the health page turns bad.';

alter table public.stats enable row level security;
alter table public.stats force row level security;
alter table public.studio_alerts enable row level security;
alter table public.studio_alerts force row level security;

revoke all on public.stats, public.studio_alerts from anon, authenticated, service_role;
grant select, insert, update, delete on public.stats to service_role;
grant select on public.studio_alerts to service_role;
grant select, delete on public.studio_alerts to authenticated;
grant insert (light, language), update (light, language) on public.studio_alerts to authenticated;

create policy "helpers read their own alerts" on public.studio_alerts
  for select to authenticated using (user_id = (select auth.uid()) and (select public.staff_can('settings')));
create policy "helpers ask for alerts" on public.studio_alerts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select public.staff_can('settings')));
create policy "helpers change the language of their alerts" on public.studio_alerts
  for update to authenticated using (user_id = (select auth.uid()) and (select public.staff_can('settings')));
create policy "helpers end their alerts" on public.studio_alerts
  for delete to authenticated using (user_id = (select auth.uid()));

-- Adds what a server has counted since it last did: rows of {hour, metric, key, value}. Words of searches are
-- forgotten after two months, everything else after thirteen.
create function public.add_stats(p_rows jsonb) returns void
  language sql
  set search_path = ''
as $$
  insert into public.stats as kept (hour, metric, key, value)
  select hour, metric, key, value
  from jsonb_to_recordset(p_rows) as counted (hour timestamptz, metric text, key text, value bigint)
  on conflict on constraint stats_pkey do update set value = kept.value + excluded.value;

  delete from public.stats
  where hour < now() - case metric when 'search' then interval '2 months' else interval '13 months' end;
$$;

comment on function public.add_stats is 'Adds to the counts of hours; for the server alone.';

-- Who is to hear of a light, as [{email, language}]: helpers that may still see it, with an address that is theirs.
create function public.studio_alert_recipients(p_light text) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('email', users.email, 'language', alerts.language)), '[]')
  from public.studio_alerts as alerts
  join auth.users as users on users.id = alerts.user_id
  where alerts.light = p_light
    and 'settings' = any (public.staff_permissions_of(alerts.user_id))
    and users.email is not null and users.email_confirmed_at is not null;
$$;

comment on function public.studio_alert_recipients is 'Who is told of a light by mail; for the server alone.';

-- The numbers of the last days, for helpers who may see them: by hour for one day, else by day of a zone. What was
-- counted fewer than five times in a cell is null, and a key below five in all is only one of the `few`.
create function public.studio_numbers(p_days integer, p_zone text) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  floor constant integer := 5;
  keys_shown constant integer := 50;
  slot constant text := case when p_days = 1 then 'hour' else 'day' end;
  since timestamptz;
begin
  if not public.staff_can('numbers') then
    raise exception 'The numbers are for helpers who may see them' using errcode = '42501';
  end if;
  if p_days is null or p_days not in (1, 7, 28) then
    raise exception 'Numbers are of 1, 7 or 28 days' using errcode = '22023';
  end if;
  since := date_trunc('day', now(), p_zone) - make_interval(days => p_days - 1);

  return jsonb_build_object(
    'since', since,
    'slot', slot,
    'slots', (
      select jsonb_agg(at order by at)
      from (
        select generate_series(since, now(), interval '1 hour') as at where slot = 'hour'
        union all
        select days at time zone p_zone as at
        from generate_series(since at time zone p_zone, now() at time zone p_zone, interval '1 day') as days
        where slot = 'day'
      ) as all_slots
    ),
    'watching', (
      select coalesce(jsonb_object_agg(channel, case when people >= floor then people end), '{}')
      from (
        select pulses.channel, sum(pulses.weight) as people
        from public.watch_pulses as pulses
        where pulses.minute = date_trunc('minute', now()) - interval '1 minute'
        group by pulses.channel
      ) as channels
    ),
    'peaks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', channel, 'at', at, 'value', case when peak >= floor then peak end) order by channel, at), '[]')
      from (
        select hours.channel, date_trunc(slot, hours.hour, p_zone) as at, max(hours.peak) as peak
        from public.watch_hours as hours
        where hours.hour >= since
        group by hours.channel, date_trunc(slot, hours.hour, p_zone)
      ) as channels
    ),
    'series', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', metric, 'at', at, 'value', case when total >= floor then total end) order by metric, at), '[]')
      from (
        select counted.metric, date_trunc(slot, counted.hour, p_zone) as at, sum(counted.value) as total
        from public.stats as counted
        where counted.hour >= since and counted.metric <> 'search'
        group by counted.metric, date_trunc(slot, counted.hour, p_zone)
      ) as metrics
    ),
    'keys', (
      select coalesce(jsonb_agg(jsonb_build_object('metric', metric, 'key', key, 'value', total)
        order by metric, total desc, key), '[]')
      from (
        select counted.metric, counted.key, sum(counted.value) as total,
          row_number() over (partition by counted.metric order by sum(counted.value) desc, counted.key) as place
        from public.stats as counted
        where counted.hour >= since
        group by counted.metric, counted.key
        having sum(counted.value) >= floor
      ) as ranked
      where place <= keys_shown
    ),
    'few', (
      select coalesce(jsonb_object_agg(metric, keys), '{}')
      from (
        select metric, count(*) as keys
        from (
          select counted.metric, counted.key
          from public.stats as counted
          where counted.hour >= since
          group by counted.metric, counted.key
          having sum(counted.value) < floor
        ) as rare
        group by metric
      ) as metrics
    )
  );
end;
$$;

comment on function public.studio_numbers is 'What was counted in the last days, small cells left out.';

-- How the database is, for the health page; read with the rights of the server.
create function public.database_facts() returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object(
    'sizeBytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'connections', (select sum(numbackends) from pg_catalog.pg_stat_database),
    'connectionsMost', pg_catalog.current_setting('max_connections')::integer,
    'version', pg_catalog.current_setting('server_version'),
    'now', pg_catalog.now(),
    'devices', (select count(distinct endpoint) from public.push_subscriptions)
  );
$$;

comment on function public.database_facts is 'Size, connections and version; for the server alone.';

revoke all on function public.add_stats(jsonb) from public, anon, authenticated;
revoke all on function public.studio_alert_recipients(text) from public, anon, authenticated;
revoke all on function public.database_facts() from public, anon, authenticated;
revoke all on function public.studio_numbers(integer, text) from public, anon, service_role;
grant execute on function public.add_stats(jsonb) to service_role;
grant execute on function public.studio_alert_recipients(text) to service_role;
grant execute on function public.database_facts() to service_role;
grant execute on function public.studio_numbers(integer, text) to authenticated;
