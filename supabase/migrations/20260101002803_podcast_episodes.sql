-- Size of the file that podcast apps download: the sound with its index in front, made after it is published.

alter table public.own_videos add column episode_bytes bigint;
alter table public.own_videos add constraint own_videos_episode_bytes_range check (episode_bytes > 0);
