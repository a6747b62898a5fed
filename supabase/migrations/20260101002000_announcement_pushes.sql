-- Which device was told of which announcement: each once, whoever sends, whatever is changed or taken back
-- and published again afterwards. It stands apart from the last reminder, which another one replaces. For the
-- server alone, as the devices are.

create table public.announcement_pushes (
  -- Id of the announcement's document.
  announcement text not null,
  subscription uuid not null references public.push_subscriptions (id) on delete cascade,

  constraint announcement_pushes_pkey primary key (announcement, subscription),
  constraint announcement_pushes_announcement_length check (char_length(announcement) between 1 and 200)
);

comment on table public.announcement_pushes is 'Devices that were told of an announcement by push; for the server alone.';

create index announcement_pushes_subscription_idx on public.announcement_pushes (subscription);

alter table public.announcement_pushes enable row level security;
alter table public.announcement_pushes force row level security;

revoke all on public.announcement_pushes from anon, authenticated, service_role;
grant select, insert, delete on public.announcement_pushes to service_role;
