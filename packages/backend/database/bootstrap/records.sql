-- What all servers on this database keep together between starts, as texts: the day's units of the video
-- platform, last good answers, eras of channels, counts of views. Only the owner's role reads it.

create table if not exists supabase_migrations.server_records (
  area text not null,
  key text not null,
  value text not null,
  written_at timestamptz not null default now(),

  primary key (area, key)
);
