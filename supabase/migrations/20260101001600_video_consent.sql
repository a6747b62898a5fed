-- Who agreed to be shown stands beside a video's links for helpers alone: visitors read what is published
-- through a function that leaves it out.

create function public.studio_without_consent(body jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(body -> 'links') = 'array'
    then jsonb_set(body, '{links}', (
      select coalesce(jsonb_agg(l.link - 'consent' order by l.place), '[]'::jsonb)
      from jsonb_array_elements(body -> 'links') with ordinality as l (link, place)
      where jsonb_typeof(l.link) = 'object'))
    else body end
$$;

comment on function public.studio_without_consent(jsonb) is 'A body without the notes of who agreed to be shown.';

create function public.studio_published() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.id,
      'body', public.studio_without_consent(d.body), 'version', d.version, 'updated_at', d.updated_at)
      order by d.kind, d.id), '[]'::jsonb)
  from public.studio_documents d
  where d.kind <> 'devotional'
$$;

comment on function public.studio_published() is
  '[{kind, id, body, version, updated_at}] of what is published of the ministry, as visitors may read it.';

drop policy "visitors read what is published" on public.studio_documents;
drop policy "visitors read devotionals where they are due" on public.studio_documents;
revoke select (kind, id, body, version, updated_at) on public.studio_documents from anon;

revoke execute on function public.studio_without_consent(jsonb), public.studio_published()
  from public, anon, authenticated, service_role;
grant execute on function public.studio_published() to anon, authenticated;
