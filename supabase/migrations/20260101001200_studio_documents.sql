-- What the ministry says in the studio: documents, whose fields override those of ministry.json. What is
-- published is one row, each helper's draft another; a change says on which version it was made, so that nobody
-- overwrites what he has not seen, and every change can be taken back.

create function public.studio_permission_of(kind text) returns text
language sql immutable set search_path = ''
as $$
  select case kind
    when 'ministry' then 'settings'
    when 'channel' then 'channels'
    when 'schedule' then 'schedule'
    when 'announcement' then 'announce'
    when 'devotional' then 'devotionals'
    when 'category' then 'videos'
    when 'list' then 'videos'
    when 'video' then 'videos'
  end
$$;

comment on function public.studio_permission_of(text) is 'The permission that a kind of document needs; null: no such kind.';

create function public.studio_is_id(id text) returns boolean
language sql immutable set search_path = ''
as $$
  select id ~ '^[A-Za-z0-9._-]{1,64}$' and id <> '__proto__'
$$;

comment on function public.studio_is_id(text) is 'Whether this may be the id of a document.';

-- An object of less than 64 kB without control characters (but tabs and ends of lines), marks that turn the
-- writing direction, or a field that a script would take for an object's nature.
create function public.studio_is_body(body jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(body) = 'object' and octet_length(body::text) < 65536
    and body::text !~ '(^|[^\\])(\\\\)*\\(u00|b|f)'
    and body::text !~ '[\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
    and body::text !~ '"__proto__": '
$$;

comment on function public.studio_is_body(jsonb) is 'Whether this may be the body of a document.';

create table public.studio_documents (
  kind text not null,
  id text not null,
  -- Null: removed, or back to what the file says.
  body jsonb,
  version integer not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references auth.users (id) on delete set null,
  updated_by_name text,

  constraint studio_documents_pkey primary key (kind, id),
  constraint studio_documents_kind_known check (public.studio_permission_of(kind) is not null),
  constraint studio_documents_id_form check (public.studio_is_id(id)),
  constraint studio_documents_body_form check (public.studio_is_body(body)),
  constraint studio_documents_version_known check (version >= 1)
);

comment on table public.studio_documents is 'What is published of each document; written by functions alone.';

create table public.studio_drafts (
  kind text not null,
  id text not null,
  author uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body jsonb not null,
  -- The version that the draft was begun on.
  base_version integer not null,
  updated_at timestamptz not null default now(),

  constraint studio_drafts_pkey primary key (kind, id, author),
  constraint studio_drafts_kind_known check (public.studio_permission_of(kind) is not null),
  constraint studio_drafts_id_form check (public.studio_is_id(id)),
  constraint studio_drafts_body_form check (public.studio_is_body(body)),
  constraint studio_drafts_version_known check (base_version >= 0)
);

comment on table public.studio_drafts is 'What a helper writes and has not published; for that helper alone.';

create index studio_drafts_author_idx on public.studio_drafts (author, updated_at);

create table public.studio_revisions (
  id bigint generated always as identity primary key,
  kind text not null,
  document_id text not null,
  version integer not null,
  before jsonb,
  after jsonb,
  summary text not null,
  by uuid references auth.users (id) on delete set null,
  by_name text,
  at timestamptz not null default now(),
  -- Shared by what was changed in one act.
  batch uuid,
  -- The revision that this one takes back.
  undoes bigint,

  constraint studio_revisions_version_key unique (kind, document_id, version),
  constraint studio_revisions_summary_length check (char_length(summary) <= 200),
  constraint studio_revisions_summary_plain check (
    summary !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  )
);

comment on table public.studio_revisions is 'The last 30 changes of each document, with what was there before.';

create index studio_revisions_at_idx on public.studio_revisions (at);
create index studio_revisions_batch_idx on public.studio_revisions (batch);

create table public.studio_previews (
  -- SHA-256 of the address's token, in hexadecimal.
  token_hash text primary key,
  kind text not null,
  id text not null,
  body jsonb not null,
  by uuid not null references auth.users (id) on delete cascade,
  expires_at timestamptz not null default now() + interval '24 hours',

  constraint studio_previews_kind_known check (public.studio_permission_of(kind) is not null),
  constraint studio_previews_id_form check (public.studio_is_id(id)),
  constraint studio_previews_body_form check (public.studio_is_body(body))
);

comment on table public.studio_previews is 'What somebody with the address may see before it is published, for a day.';

create index studio_previews_by_idx on public.studio_previews (by, expires_at);

create table public.studio_state (
  id boolean primary key default true,
  revision bigint not null default 0,

  constraint studio_state_one check (id)
);

comment on table public.studio_state is 'One number that grows with each change that is published.';

insert into public.studio_state (revision) values (0);

alter table public.studio_documents enable row level security;
alter table public.studio_documents force row level security;
alter table public.studio_drafts enable row level security;
alter table public.studio_drafts force row level security;
alter table public.studio_revisions enable row level security;
alter table public.studio_revisions force row level security;
alter table public.studio_previews enable row level security;
alter table public.studio_previews force row level security;
alter table public.studio_state enable row level security;
alter table public.studio_state force row level security;

-- Who published what is for helpers alone: visitors read the columns without names, and followers who are signed
-- in read what the pages show.
create policy "visitors read what is published" on public.studio_documents
  for select to anon using (true);
create policy "helpers read what is published" on public.studio_documents
  for select to authenticated using ((select cardinality(public.staff_permissions()) > 0));
create policy "helpers keep their own drafts" on public.studio_drafts for all to authenticated
  using (
    author = (select auth.uid())
    and public.studio_permission_of(kind) = any ((select public.staff_permissions())::text[])
  )
  with check (
    author = (select auth.uid())
    and public.studio_permission_of(kind) = any ((select public.staff_permissions())::text[])
  );
create policy "helpers read changes of their area" on public.studio_revisions for select to authenticated
  using (public.studio_permission_of(kind) = any ((select public.staff_permissions())::text[]));
create policy "all read the number" on public.studio_state for select to anon, authenticated using (true);

revoke all on public.studio_documents, public.studio_drafts, public.studio_revisions, public.studio_previews,
  public.studio_state from anon, authenticated, service_role;
grant select (kind, id, body, version, updated_at) on public.studio_documents to anon;
grant select on public.studio_documents to authenticated, service_role;
grant select, delete on public.studio_drafts to authenticated;
grant insert (kind, id, author, body, base_version) on public.studio_drafts to authenticated;
grant update (kind, id, author, body, base_version) on public.studio_drafts to authenticated;
grant select on public.studio_revisions to authenticated;
grant select on public.studio_state to anon, authenticated, service_role;

create function public.stamp_studio_draft() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  if tg_op = 'INSERT' then
    delete from public.studio_drafts d where d.author = new.author and d.updated_at < now() - interval '90 days';
    if (select count(*) from public.studio_drafts d where d.author = new.author) >= 500 then
      raise exception 'Too many drafts' using errcode = '54000';
    end if;
  end if;
  return new;
end
$$;

create trigger stamp_studio_draft before insert or update on public.studio_drafts
  for each row execute function public.stamp_studio_draft();

-- An account that goes takes its name along; what it published stays.
create function public.forget_studio_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_table_name = 'studio_documents' then
    if new.updated_by is null then new.updated_by_name := null; end if;
  elsif new.by is null then
    new.by_name := null;
  end if;
  return new;
end
$$;

create trigger forget_studio_name before update on public.studio_documents
  for each row execute function public.forget_studio_name();
create trigger forget_studio_name before update on public.studio_revisions
  for each row execute function public.forget_studio_name();

-- Servers hear of what was published, and those that cannot listen see the number grow.
create function public.tell_studio_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.version = old.version then return null; end if;
  update public.studio_state set revision = revision + 1 where id;
  perform pg_notify('studio_changed', new.kind);
  return null;
end
$$;

create trigger tell_studio_change after insert or update on public.studio_documents
  for each row execute function public.tell_studio_change();

create function public.studio_answer(outcome text, document public.studio_documents) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('outcome', outcome, 'document', jsonb_build_object(
    'kind', document.kind, 'id', document.id, 'body', document.body, 'version', document.version,
    'updated_at', document.updated_at, 'updated_by_name', document.updated_by_name))
$$;

comment on function public.studio_answer(text, public.studio_documents) is
  'What a change answers with; for functions alone.';

-- Writes a body when the document still has the version, with revision and log. {outcome, document, revision}
create function public.studio_write(
  p_kind text, p_id text, p_body jsonb, p_base_version integer, p_summary text,
  p_act text, p_batch uuid default null, p_undoes bigint default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own_name constant text := public.staff_name(auth.uid());
  found_one public.studio_documents;
  written public.studio_documents;
  revision bigint;
begin
  select * into found_one from public.studio_documents d where d.kind = p_kind and d.id = p_id for update;
  if coalesce(found_one.version, 0) is distinct from p_base_version then
    return public.studio_answer('conflict', case when found_one.kind is null
      then row(p_kind, p_id, null, 0, null, null, null)::public.studio_documents else found_one end);
  end if;
  if found_one.kind is null then
    insert into public.studio_documents (kind, id, body, version, updated_by, updated_by_name)
    values (p_kind, p_id, p_body, 1, auth.uid(), own_name)
    on conflict do nothing returning * into written;
    if not found then
      select * into found_one from public.studio_documents d where d.kind = p_kind and d.id = p_id;
      return public.studio_answer('conflict', found_one);
    end if;
  else
    update public.studio_documents d
    set body = p_body, version = d.version + 1, updated_at = now(),
      updated_by = auth.uid(), updated_by_name = own_name
    where d.kind = p_kind and d.id = p_id returning * into written;
  end if;
  insert into public.studio_revisions
    (kind, document_id, version, before, after, summary, by, by_name, batch, undoes)
  values (p_kind, p_id, written.version, found_one.body, p_body, coalesce(p_summary, ''),
    auth.uid(), own_name, p_batch, p_undoes)
  returning id into revision;
  delete from public.studio_revisions r
  where r.kind = p_kind and r.document_id = p_id and r.version <= written.version - 30;
  perform public.audit(p_kind || '.' || p_act, p_id, coalesce(p_summary, ''));
  return public.studio_answer('published', written) || jsonb_build_object('revision', revision);
end
$$;

comment on function public.studio_write(text, text, jsonb, integer, text, text, uuid, bigint) is
  'Writes a body with revision and log; for functions alone.';

create function public.studio_require(p_kind text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.staff_can(public.studio_permission_of(p_kind)) then
    raise exception 'This needs the permission of its kind' using errcode = '42501';
  end if;
end
$$;

comment on function public.studio_require(text) is 'Refuses who may not publish a kind; for functions alone.';

-- The body with some fields changed; one that becomes null is taken away. Changes that are null: no body.
create function public.studio_merged(body jsonb, changes jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if changes is null or jsonb_typeof(changes) = 'null' then return null; end if;
  if jsonb_typeof(changes) <> 'object' then
    raise exception 'Changes are an object' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}')
    from jsonb_each(coalesce(body, '{}') || changes) as field
    where jsonb_typeof(field.value) <> 'null'
  );
end
$$;

comment on function public.studio_merged(jsonb, jsonb) is 'A body with its changes; for functions alone.';

create function public.studio_publish(
  p_kind text, p_id text, p_changes jsonb, p_base_version integer, p_summary text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  held jsonb;
begin
  perform public.studio_require(p_kind);
  if p_changes is null or jsonb_typeof(p_changes) <> 'object' then
    raise exception 'Changes are an object' using errcode = '22023';
  end if;
  select d.body into held from public.studio_documents d where d.kind = p_kind and d.id = p_id for update;
  return public.studio_write(
    p_kind, p_id, public.studio_merged(held, p_changes), p_base_version, p_summary, 'publish');
end
$$;

comment on function public.studio_publish(text, text, jsonb, integer, text) is
  'Changes fields of a document that still has the version; null takes a field away.';

create function public.studio_remove(p_kind text, p_id text, p_base_version integer, p_summary text)
  returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.studio_require(p_kind);
  return public.studio_write(p_kind, p_id, null, p_base_version, p_summary, 'remove');
end
$$;

comment on function public.studio_remove(text, text, integer, text) is
  'Takes a document away that still has the version: what the file says is in force again.';

-- Takes a change back that is still the newest of its document; that is a change too.
create function public.studio_undo(p_revision bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken public.studio_revisions;
begin
  select * into taken from public.studio_revisions r where r.id = p_revision;
  perform public.studio_require(taken.kind);
  return public.studio_write(
    taken.kind, taken.document_id, taken.before, taken.version, taken.summary, 'undo', null, taken.id);
end
$$;

comment on function public.studio_undo(bigint) is 'Takes back the newest change of a document.';

-- Changes many documents, or none: [{kind, id, changes, base_version}]; changes that are null take a document away.
create function public.studio_change_many(p_changes jsonb, p_summary text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  batch constant uuid := gen_random_uuid();
  change record;
  held jsonb;
  answer jsonb;
begin
  if p_changes is null or jsonb_typeof(p_changes) <> 'array'
    or jsonb_array_length(p_changes) not between 1 and 1000
  then
    raise exception 'Changes are a list of 1 to 1000' using errcode = '22023';
  end if;
  if exists (select from jsonb_array_elements(p_changes) as one where not one ? 'changes') then
    raise exception 'Each change says what changes' using errcode = '22023';
  end if;
  -- In one order, so that two helpers do not wait for each other.
  for change in
    select c.kind, c.id, c.changes, c.base_version
    from jsonb_to_recordset(p_changes) as c (kind text, id text, changes jsonb, base_version integer)
    order by c.kind, c.id
  loop
    perform public.studio_require(change.kind);
    select d.body into held from public.studio_documents d
    where d.kind = change.kind and d.id = change.id for update;
    answer := public.studio_write(
      change.kind, change.id, public.studio_merged(held, change.changes), change.base_version, p_summary,
      case when public.studio_merged(null, change.changes) is null then 'remove' else 'publish' end, batch);
    if answer ->> 'outcome' = 'conflict' then
      raise exception 'conflict' using errcode = 'RT409', detail = answer::text;
    end if;
  end loop;
  return jsonb_build_object('outcome', 'published', 'batch', batch);
exception when sqlstate 'RT409' then
  get stacked diagnostics answer = pg_exception_detail;
  return answer;
end
$$;

comment on function public.studio_change_many(jsonb, text) is 'Changes many documents as one act, or none of them.';

-- Takes back what one act has changed, when all of it is still the newest.
create function public.studio_undo_batch(p_batch uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  batch constant uuid := gen_random_uuid();
  taken public.studio_revisions;
  answer jsonb;
begin
  for taken in
    select * from public.studio_revisions r where r.batch = p_batch order by r.kind, r.document_id
  loop
    perform public.studio_require(taken.kind);
    answer := public.studio_write(
      taken.kind, taken.document_id, taken.before, taken.version, taken.summary, 'undo', batch, taken.id);
    if answer ->> 'outcome' = 'conflict' then
      raise exception 'conflict' using errcode = 'RT409', detail = answer::text;
    end if;
  end loop;
  if answer is null then perform public.studio_require(null); end if;
  return jsonb_build_object('outcome', 'published', 'batch', batch);
exception when sqlstate 'RT409' then
  get stacked diagnostics answer = pg_exception_detail;
  return answer;
end
$$;

comment on function public.studio_undo_batch(uuid) is 'Takes back all that one act has changed, or none of it.';

-- A token with which anybody sees a body before it is published, for a day.
create function public.studio_preview(p_kind text, p_id text, p_body jsonb) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token constant text := public.studio_new_token();
begin
  perform public.studio_require(p_kind);
  delete from public.studio_previews p
  where p.expires_at <= now() or p.token_hash in (
    select mine.token_hash from public.studio_previews mine where mine.by = auth.uid()
    order by mine.expires_at desc offset 49);
  insert into public.studio_previews (token_hash, kind, id, body, by)
  values (public.studio_token_hash(token), p_kind, p_id, p_body, auth.uid());
  return token;
end
$$;

comment on function public.studio_preview(text, text, jsonb) is 'Makes a token for a preview, good for a day.';

create function public.studio_previewed(p_token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', p.kind, 'id', p.id, 'body', p.body)
  from public.studio_previews p
  where p.token_hash = public.studio_token_hash(p_token) and p.expires_at > now()
    and public.studio_permission_of(p.kind) = any (public.staff_permissions_of(p.by))
$$;

comment on function public.studio_previewed(text) is '{kind, id, body} of a preview, for whoever has its token.';

revoke execute on function public.studio_permission_of(text), public.studio_is_id(text),
  public.studio_is_body(jsonb), public.stamp_studio_draft(), public.forget_studio_name(),
  public.tell_studio_change(), public.studio_answer(text, public.studio_documents),
  public.studio_write(text, text, jsonb, integer, text, text, uuid, bigint), public.studio_require(text),
  public.studio_merged(jsonb, jsonb), public.studio_publish(text, text, jsonb, integer, text),
  public.studio_remove(text, text, integer, text), public.studio_undo(bigint),
  public.studio_change_many(jsonb, text), public.studio_undo_batch(uuid),
  public.studio_preview(text, text, jsonb), public.studio_previewed(text)
  from public, anon, authenticated, service_role;
grant execute on function public.studio_permission_of(text), public.studio_is_id(text),
  public.studio_is_body(jsonb), public.studio_publish(text, text, jsonb, integer, text),
  public.studio_remove(text, text, integer, text), public.studio_undo(bigint),
  public.studio_change_many(jsonb, text), public.studio_undo_batch(uuid),
  public.studio_preview(text, text, jsonb), public.studio_previewed(text)
  to authenticated;
grant execute on function public.studio_previewed(text) to anon;
