-- Reminders that come each day at an hour of the reader's own zone: the verse of the day, and a reading plan's.

alter table public.push_subscriptions
  -- Of the device, as the browser names it; null for what comes at the ministry's time.
  add column time_zone text,
  -- Wall clock of that zone.
  add column hour smallint,
  drop constraint push_subscriptions_topic_known,
  add constraint push_subscriptions_topic_known
    check (topic in ('services', 'devotional', 'verse', 'plan')),
  add constraint push_subscriptions_time_zone_length check (char_length(time_zone) between 1 and 64),
  add constraint push_subscriptions_hour_range check (hour between 0 and 23),
  -- One says nothing without the other, and each topic has both or none.
  add constraint push_subscriptions_daily check (
    (topic in ('verse', 'plan')) = (time_zone is not null) and (time_zone is null) = (hour is null)
  );

-- The clock asks which hours of which zones there are.
create index push_subscriptions_daily_idx on public.push_subscriptions (topic, time_zone, hour);
