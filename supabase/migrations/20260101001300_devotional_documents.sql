-- Devotionals have two faces: the row that followers read, and the studio's document ("2026-11-23.fr") with
-- its drafts, revisions and undo. Whichever is written, the other one follows in the same transaction, so
-- that the studio, an import by SQL and a restored copy always agree.

-- A document may wait for its day: followers read the row, once it is due.
create policy "visitors read devotionals where they are due" on public.studio_documents
  as restrictive for select to anon using (kind <> 'devotional');
create policy "helpers read devotionals with the permission" on public.studio_documents
  as restrictive for select to authenticated
  using (kind <> 'devotional' or (select public.staff_can('devotionals')));

-- The document of a row. A time that the table would give by itself is not said.
create function public.devotional_body(entry public.devotionals) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', entry.title,
    'verse', entry.verse,
    'content', entry.content,
    'reflection', entry.reflection,
    'publishAt', case
      when entry.publish_at <> (entry.date::timestamp at time zone 'UTC') - interval '14 hours'
      then to_char(entry.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    end
  ))
$$;

comment on function public.devotional_body(public.devotionals) is 'The body of the document of a devotional.';

create function public.devotional_document_id(day date, language text) returns text
language sql immutable set search_path = ''
as $$
  select to_char(day, 'YYYY-MM-DD') || '.' || language
$$;

comment on function public.devotional_document_id(date, text) is 'The id of the document of a day and language.';

-- From the document to the row. What is refused here is refused as a whole; the studio names it by field.
create function public.place_devotional() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  day date;
  tag text;
  field text;
begin
  -- It comes from the row itself.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if new.id !~ '^2\d{3}-\d{2}-\d{2}\.[a-z]{2,3}$' then
    raise exception 'A devotional is named by its day and language' using errcode = '22023';
  end if;
  day := left(new.id, 10)::date;
  tag := substr(new.id, 12);
  if new.body is null then
    delete from public.devotionals d where d.date = day and d.language = tag;
    return null;
  end if;
  for field in select jsonb_object_keys(new.body) loop
    if field not in ('title', 'verse', 'content', 'reflection', 'publishAt')
      or jsonb_typeof(new.body -> field) <> 'string' then
      raise exception 'A devotional has no text %', left(field, 40) using errcode = '22023';
    end if;
  end loop;
  if new.body ->> 'publishAt' !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$' then
    raise exception 'A devotional appears at a time with its zone' using errcode = '22007';
  end if;
  insert into public.devotionals as d
    (date, language, title, verse, content, reflection, status, publish_at)
  values (
    day, tag, new.body ->> 'title', coalesce(new.body ->> 'verse', ''), new.body ->> 'content',
    new.body ->> 'reflection', 'published', (new.body ->> 'publishAt')::timestamptz
  )
  on conflict (date, language) do update
    set title = excluded.title, verse = excluded.verse, content = excluded.content,
      reflection = excluded.reflection, status = excluded.status, publish_at = excluded.publish_at;
  return null;
end
$$;

comment on function public.place_devotional() is 'Puts a document of the studio into the table that followers read.';

create trigger place_devotional
  after insert or update of body on public.studio_documents
  for each row when (new.kind = 'devotional') execute function public.place_devotional();

-- From the row to the document: an import by SQL, a script of the ministry's own.
create function public.note_devotional() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- It comes from the document itself.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update public.studio_documents s
    set body = null, version = s.version + 1, updated_at = now(), updated_by = auth.uid(),
      updated_by_name = public.staff_name(auth.uid())
    where s.kind = 'devotional' and s.body is not null
      and s.id = public.devotional_document_id(old.date, old.language)
      and (tg_op = 'DELETE' or (old.date, old.language) is distinct from (new.date, new.language)
        or new.status <> 'published');
  end if;
  if tg_op <> 'DELETE' and new.status = 'published' then
    insert into public.studio_documents as s (kind, id, body, version, updated_at, updated_by, updated_by_name)
    values (
      'devotional', public.devotional_document_id(new.date, new.language),
      public.devotional_body(new), 1, now(), auth.uid(), public.staff_name(auth.uid())
    )
    on conflict (kind, id) do update
      set body = excluded.body, version = s.version + 1, updated_at = now(),
        updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name
      where s.body is distinct from excluded.body;
  end if;
  return null;
end
$$;

comment on function public.note_devotional() is 'Keeps the studio''s document of a devotional that was written another way.';

create trigger note_devotional
  after insert or update or delete on public.devotionals
  for each row execute function public.note_devotional();

-- What was published before the studio was there.
insert into public.studio_documents
  (kind, id, body, version, updated_at, updated_by, updated_by_name)
select
  'devotional', public.devotional_document_id(d.date, d.language),
  public.devotional_body(d), 1, d.updated_at, d.updated_by, public.staff_name(d.updated_by)
from public.devotionals d
where d.status = 'published'
on conflict (kind, id) do nothing;

revoke execute on function public.devotional_body(public.devotionals)
  from public, anon, authenticated, service_role;
revoke execute on function public.devotional_document_id(date, text)
  from public, anon, authenticated, service_role;
revoke execute on function public.place_devotional()
  from public, anon, authenticated, service_role;
revoke execute on function public.note_devotional()
  from public, anon, authenticated, service_role;
