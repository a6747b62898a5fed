-- Devices that could not be reached: they are tried again later and after all others, and go after many failures.

alter table public.push_subscriptions
  -- Failures in a row.
  add column failures smallint not null default 0,
  -- When the first of them was.
  add column failing_since timestamptz,
  -- Nothing is sent before this instant; null: the last message was taken.
  add column retry_at timestamptz,
  add constraint push_subscriptions_failures_range check (failures between 0 and 1000);
