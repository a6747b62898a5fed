-- Visitors and members read of the studio's documents what is visible now: no announcement that is scheduled or over,
-- nothing that is hidden, and no hidden video in a list or among the links of another. The server reads all of it by
-- its own role, because it needs to know what to hide and what begins later.

-- A body with times that cannot be read is not shown.
create function public.studio_is_visible(kind text, body jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if body is null or body ->> 'isHidden' = 'true' then return false; end if;
  if kind <> 'announcement' then return true; end if;
  return coalesce((body ->> 'from')::timestamptz <= now(), true)
    and coalesce((body ->> 'until')::timestamptz > now(), true);
exception when data_exception then
  return false;
end
$$;

comment on function public.studio_is_visible(text, jsonb) is 'Whether visitors see a document now; for functions alone.';

create function public.studio_without_videos(body jsonb, field text, ids text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(body -> field) = 'array'
    then jsonb_set(body, array[field], (
      select coalesce(jsonb_agg(v.video order by v.place), '[]'::jsonb)
      from jsonb_array_elements(body -> field) with ordinality as v (video, place)
      where not coalesce(v.video ->> 'id' = any (ids), false)))
    else body end
$$;

comment on function public.studio_without_videos(jsonb, text, text[]) is
  'A body whose list of videos leaves some out; for functions alone.';

create or replace function public.studio_published() returns jsonb
language sql stable security definer set search_path = ''
as $$
  with hidden as (
    select coalesce(array_agg(h.id) filter (where h.kind = 'video'), '{}') as videos,
      coalesce(array_agg(h.id) filter (where h.kind = 'category'), '{}') as categories
    from public.studio_documents h
    where h.kind in ('video', 'category') and h.body ->> 'isHidden' = 'true'
  ), readable as (
    select d.kind, d.id, d.version, d.updated_at, d.body
    from public.studio_documents d
    where auth.jwt() ->> 'role' = 'service_role'
    union all
    select d.kind, d.id, d.version, d.updated_at,
      public.studio_without_videos(public.studio_without_videos(d.body, 'videos', hidden.videos), 'links', hidden.videos)
    from public.studio_documents d, hidden
    where auth.jwt() ->> 'role' is distinct from 'service_role'
      and public.studio_is_visible(d.kind, d.body)
      and not (d.kind = 'list' and d.id = any (hidden.categories))
  )
  select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'id', r.id,
      'body', public.studio_without_consent(r.body), 'version', r.version, 'updated_at', r.updated_at)
      order by r.kind, r.id), '[]'::jsonb)
  from readable r
  where r.kind <> 'devotional'
$$;

comment on function public.studio_published() is
  '[{kind, id, body, version, updated_at}] of the ministry: what is visible now; all that is published for the server.';

revoke execute on function public.studio_is_visible(text, jsonb), public.studio_without_videos(jsonb, text, text[])
  from public, anon, authenticated, service_role;
grant execute on function public.studio_published() to service_role;
