-- A reading plan's reminder is silent on a day that is read, and after three that nobody has opened.

alter table public.push_subscriptions
  -- The calendar day, in the row's zone, that the device has read to its end.
  add column done_on date,
  -- Reminders in a row after which the plan was not opened.
  add column unopened smallint not null default 0,
  add constraint push_subscriptions_unopened_range check (unopened between 0 and 100);
