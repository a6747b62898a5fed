-- Podcasts: the id of each feed, which never changes once an app has read it, and the count of downloads.

create table public.podcast_feeds (
  show text not null,
  language text not null references public.languages (id),
  -- podcast:guid of the feed.
  guid uuid not null,
  created_at timestamptz not null default now(),

  constraint podcast_feeds_pkey primary key (show, language),
  constraint podcast_feeds_show_known check (show in ('sermons', 'devotionals', 'music'))
);

comment on table public.podcast_feeds is 'Ids of the podcast feeds; for servers alone.';

alter table public.podcast_feeds enable row level security;
alter table public.podcast_feeds force row level security;
revoke all on public.podcast_feeds from anon, authenticated, service_role;
grant select, insert on public.podcast_feeds to service_role;

alter table public.stats drop constraint stats_metric_known;
alter table public.stats add constraint stats_metric_known
  check (metric in ('page', 'play', 'devotional', 'search', 'download'));
