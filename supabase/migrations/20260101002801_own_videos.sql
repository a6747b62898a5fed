-- Videos and sound of the ministry itself: made from recordings of broadcasts, or uploaded. The files are with one
-- server, which also writes states and sizes; facts are changed by the functions below.

-- Whether chapters are up to 200 of {at, title}, in the order of their seconds.
create function public.own_video_are_chapters(chapters jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  chapter jsonb;
  latest numeric := -1;
begin
  if jsonb_typeof(chapters) is distinct from 'array' or jsonb_array_length(chapters) > 200 then return false; end if;
  for chapter in select c.value from jsonb_array_elements(chapters) as c loop
    if jsonb_typeof(chapter) <> 'object' or jsonb_typeof(chapter -> 'at') is distinct from 'number'
      or jsonb_typeof(chapter -> 'title') is distinct from 'string'
      or chapter - 'at' - 'title' <> '{}'
      or (chapter ->> 'at')::numeric <= latest or (chapter ->> 'at')::numeric > 43200
      or char_length(chapter ->> 'title') not between 1 and 120
      or chapter ->> 'title' ~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]' then
      return false;
    end if;
    latest := (chapter ->> 'at')::numeric;
  end loop;
  return true;
end
$$;

comment on function public.own_video_are_chapters(jsonb) is 'Whether this is a list of chapters; for constraints.';

create table public.own_videos (
  id text primary key,
  language text not null references public.languages (id),
  category text not null,
  title text not null default '',
  description text not null default '',
  speaker text not null default '',
  passage text not null default '',
  -- Podcast in which it is an episode; null: none.
  show text,
  -- Followers may keep it on their devices.
  offline_allowed boolean not null default false,
  chapters jsonb not null default '[]',
  source text not null,
  broadcast bigint references public.broadcasts (id) on delete set null,
  -- Video of the platform whose sound this is; it is in no list then.
  sound_of text,
  state text not null default 'uploading',
  -- Why it failed, and a codec or another short detail.
  problem text,
  problem_detail text,
  is_published boolean not null default false,
  -- First publication; it stays when it is published again.
  published_at timestamptz,
  seconds double precision not null default 0,
  has_picture boolean not null default false,
  has_low boolean not null default false,
  has_poster boolean not null default false,
  -- Languages of its captions.
  captions text[] not null default '{}',
  -- Size of all its files, and of those that can be downloaded; null: there is none.
  bytes bigint not null default 0,
  sound_bytes bigint,
  video_bytes bigint,
  low_bytes bigint,
  -- Sizes of what is uploaded: the file, and a small rendition.
  upload_bytes bigint,
  low_upload_bytes bigint,
  -- What is published of its segments.
  first_segment integer,
  last_segment integer,
  -- Grows with each change of its files: part of their addresses.
  revision integer not null default 0,
  -- Server that has the files, and where other servers reach it; null: none yet.
  server text,
  address text,
  -- Opens what is not published to staff.
  preview_key text not null default left(public.studio_new_token(), 32),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Its files are deleted, and then this row.
  deleted_at timestamptz,

  constraint own_videos_id_form check (id ~ '^clip-own-[0-9a-f]{12}$'),
  constraint own_videos_category_form check (category ~ '^[a-z][a-z0-9-]{0,39}$'),
  constraint own_videos_title_form check (
    char_length(title) <= 200 and title !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  ),
  constraint own_videos_description_form check (
    char_length(description) <= 5000
    and description !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  ),
  constraint own_videos_speaker_form check (
    char_length(speaker) <= 80 and speaker !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  ),
  constraint own_videos_passage_form check (
    char_length(passage) <= 60 and passage !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  ),
  constraint own_videos_show_known check (show in ('sermons', 'devotionals', 'music')),
  constraint own_videos_chapters_form check (public.own_video_are_chapters(chapters)),
  constraint own_videos_source_known check (source in ('recording', 'upload')),
  constraint own_videos_sound_of_form check (sound_of ~ '^[A-Za-z0-9_-]{11}$'),
  constraint own_videos_state_known check (state in ('uploading', 'checking', 'packaging', 'ready', 'failed')),
  constraint own_videos_problem_form check (problem ~ '^[a-z-]{1,40}$' and (state = 'failed') = (problem is not null)),
  constraint own_videos_problem_detail_form check (problem_detail ~ '^[A-Za-z0-9 .,_-]{1,60}$'),
  constraint own_videos_published check (
    not is_published or (state = 'ready' and title <> '' and published_at is not null)
  ),
  constraint own_videos_seconds_range check (seconds between 0 and 43200),
  constraint own_videos_captions_form check (cardinality(captions) <= 20),
  constraint own_videos_bytes_range check (bytes >= 0 and upload_bytes > 0 and low_upload_bytes > 0),
  constraint own_videos_segments_range check (first_segment >= 0 and last_segment >= first_segment),
  constraint own_videos_server_length check (char_length(server) between 1 and 100),
  constraint own_videos_address_form check (address ~ '^https?://[^/[:space:]]{1,200}$')
);

comment on table public.own_videos is 'Videos and sound of the ministry itself, with where their files are.';

create index own_videos_published_idx on public.own_videos (published_at) where is_published;
create index own_videos_broadcast_idx on public.own_videos (broadcast);

alter table public.own_videos enable row level security;
alter table public.own_videos force row level security;

revoke all on public.own_videos from anon, authenticated, service_role;
grant select (id, language, category, title, description, speaker, passage, show, offline_allowed, chapters, sound_of,
  is_published, published_at, seconds, has_picture, has_low, has_poster, captions, sound_bytes, video_bytes,
  low_bytes, revision)
  on public.own_videos to anon;
grant select (id, language, category, title, description, speaker, passage, show, offline_allowed, chapters, sound_of,
  is_published, published_at, seconds, has_picture, has_low, has_poster, captions, sound_bytes, video_bytes,
  low_bytes, revision, source, broadcast, state, problem, problem_detail, bytes, upload_bytes, low_upload_bytes,
  created_at, updated_at)
  on public.own_videos to authenticated;
grant select, update, delete on public.own_videos to service_role;

create policy "all read what is published" on public.own_videos
  for select to anon, authenticated using (is_published and deleted_at is null);
create policy "staff read own videos" on public.own_videos
  for select to authenticated using ((select public.staff_can('videos')) and deleted_at is null);

create function public.tell_own_video_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('own_videos', '');
  return null;
end
$$;

comment on function public.tell_own_video_change() is 'Tells servers that own videos changed.';

create trigger tell_own_video_change after insert or delete or update on public.own_videos
  for each row execute function public.tell_own_video_change();

create function public.stamp_own_video() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger stamp_own_video before update on public.own_videos
  for each row execute function public.stamp_own_video();

create function public.studio_require_videos() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.staff_can('videos') then
    raise exception 'This needs the permission for videos' using errcode = '42501';
  end if;
end
$$;

comment on function public.studio_require_videos() is 'Refuses whom videos are not for; for functions alone.';

-- Returns the id. A recording is ready at once, when its server has linked the files.
create function public.studio_add_own_video(
  p_source text, p_facts jsonb, p_broadcast bigint default null, p_upload_bytes bigint default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made text;
begin
  perform public.studio_require_videos();
  if (select count(*) from public.own_videos v where v.state = 'uploading' and v.created_by = auth.uid()) >= 20 then
    raise exception 'There are 20 unfinished uploads at most: finish or delete one first' using errcode = '54000';
  end if;
  insert into public.own_videos
    (id, language, category, title, source, broadcast, sound_of, upload_bytes, state, created_by)
  values ('clip-own-' || left(public.studio_new_token(), 12), p_facts ->> 'language', p_facts ->> 'category',
    btrim(coalesce(p_facts ->> 'title', '')), p_source,
    (select b.id from public.broadcasts b where b.id = p_broadcast), p_facts ->> 'soundOf', p_upload_bytes,
    case p_source when 'recording' then 'packaging' else 'uploading' end, auth.uid())
  returning id into made;
  perform public.own_video_change(made, p_facts);
  perform public.audit('video.add', made, left(coalesce(p_facts ->> 'title', ''), 200));
  return made;
end
$$;

comment on function public.studio_add_own_video(text, jsonb, bigint, bigint) is
  'Adds an own video from a recording or for an upload.';

-- Fields that are there change.
create function public.own_video_change(p_id text, p_facts jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.own_videos v set
    language = coalesce(p_facts ->> 'language', v.language),
    category = coalesce(p_facts ->> 'category', v.category),
    title = coalesce(btrim(p_facts ->> 'title'), v.title),
    description = coalesce(btrim(p_facts ->> 'description', E' \n\t'), v.description),
    speaker = coalesce(btrim(p_facts ->> 'speaker'), v.speaker),
    passage = coalesce(btrim(p_facts ->> 'passage'), v.passage),
    show = case when p_facts ? 'show' then p_facts ->> 'show' else v.show end,
    offline_allowed = coalesce((p_facts -> 'offlineAllowed')::boolean, v.offline_allowed),
    chapters = coalesce(p_facts -> 'chapters', v.chapters)
  where v.id = p_id
$$;

comment on function public.own_video_change(text, jsonb) is 'Writes facts; for functions alone.';

create function public.studio_change_own_video(p_id text, p_facts jsonb) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.studio_require_videos();
  if not exists (select from public.own_videos v where v.id = p_id and v.deleted_at is null) then return false; end if;
  perform public.own_video_change(p_id, p_facts);
  perform public.audit('video.change', p_id,
    left(array_to_string(array(select jsonb_object_keys(p_facts) order by 1), ', '), 300));
  return true;
end
$$;

comment on function public.studio_change_own_video(text, jsonb) is 'Changes facts of an own video; false without it.';

create function public.studio_publish_own_video(p_id text, p_is_published boolean) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  held public.own_videos;
begin
  perform public.studio_require_videos();
  select * into held from public.own_videos v where v.id = p_id and v.deleted_at is null for update;
  if not found then return 'not-found'; end if;
  if held.is_published = p_is_published then return 'done'; end if;
  if p_is_published and held.state <> 'ready' then return 'not-ready'; end if;
  if p_is_published and held.title = '' then return 'no-title'; end if;
  update public.own_videos v
  set is_published = p_is_published,
    published_at = case when p_is_published then coalesce(v.published_at, now()) else v.published_at end
  where v.id = p_id;
  perform public.audit(case when p_is_published then 'video.publish' else 'video.unpublish' end, p_id, held.title);
  return 'done';
end
$$;

comment on function public.studio_publish_own_video(text, boolean) is
  'Publishes an own video or takes it back: done, not-found, not-ready or no-title.';

-- Nobody reads it any more; its server deletes the files and then the row.
create function public.studio_remove_own_video(p_id text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  held text;
begin
  perform public.studio_require_videos();
  update public.own_videos v set deleted_at = now(), is_published = false
  where v.id = p_id and v.deleted_at is null returning v.title into held;
  if not found then return false; end if;
  perform public.audit('video.delete', p_id, held);
  return true;
end
$$;

comment on function public.studio_remove_own_video(text) is 'Deletes an own video with its files; false without it.';

revoke execute on function public.own_video_are_chapters(jsonb), public.tell_own_video_change(),
  public.stamp_own_video(), public.studio_require_videos(),
  public.studio_add_own_video(text, jsonb, bigint, bigint), public.own_video_change(text, jsonb),
  public.studio_change_own_video(text, jsonb), public.studio_publish_own_video(text, boolean),
  public.studio_remove_own_video(text)
  from public, anon, authenticated, service_role;
-- Its server updates rows, which checks the chapters.
grant execute on function public.own_video_are_chapters(jsonb) to service_role;
grant execute on function public.studio_add_own_video(text, jsonb, bigint, bigint),
  public.studio_change_own_video(text, jsonb), public.studio_publish_own_video(text, boolean),
  public.studio_remove_own_video(text)
  to authenticated;
