-- Copies of own videos in the S3 store: the revision and size of which it has all files; null: it has none.
alter table public.own_videos
  add column stored_revision integer,
  add column stored_bytes bigint;
