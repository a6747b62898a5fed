-- A reading plan's reminder is silent while there is nothing to read, and after three that nobody has opened.

alter table public.push_subscriptions
  -- Last calendar day, in the row's zone, on which the device wants no reminder.
  add column quiet_until date,
  -- Reminders in a row after which the plan was not opened.
  add column unopened smallint not null default 0,
  add constraint push_subscriptions_unopened_range check (unopened between 0 and 100);
