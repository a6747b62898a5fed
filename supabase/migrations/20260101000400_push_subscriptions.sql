-- Devices that asked for reminders, one row for each device and topic. An endpoint is a secret by which
-- messages reach its device: nobody reads or writes here but the server, as service_role.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  endpoint text not null,
  topic text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  -- Key of the reminder that was sent last, so that each is sent once whoever sends.
  last_sent text,
  created_at timestamptz not null default now(),

  constraint push_subscriptions_endpoint_topic_key unique (endpoint, topic),
  constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  constraint push_subscriptions_topic_known check (topic in ('services', 'devotional')),
  constraint push_subscriptions_p256dh_length check (char_length(p256dh) between 80 and 100),
  constraint push_subscriptions_auth_length check (char_length(auth) between 20 and 30),
  constraint push_subscriptions_language_known check (language in ('en', 'fr')),
  constraint push_subscriptions_last_sent_length check (char_length(last_sent) <= 200)
);

comment on table public.push_subscriptions is 'Devices that get reminders by push; for the server alone.';

create index push_subscriptions_topic_idx on public.push_subscriptions (topic, id);

alter table public.push_subscriptions enable row level security;
alter table public.push_subscriptions force row level security;

revoke all on public.push_subscriptions from anon, authenticated, service_role;
grant select, insert, update, delete on public.push_subscriptions to service_role;
