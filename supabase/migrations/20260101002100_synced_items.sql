-- Followers' things that go with the account to all of its devices: marks in the Bible, plans of reading, places
-- in videos. Each device holds its own copy and tells its changes; whatever was changed last stays. Rows are
-- written by sync_items alone, so that revisions have no gaps and no device misses one.

create table public.synced_items (
  user_id uuid not null references auth.users (id) on delete cascade,
  topic text not null,
  id text not null,
  -- Null once it is deleted.
  data jsonb,
  -- When the play began in which it was changed; null for what has no sessions.
  session_at timestamptz,
  -- When it was changed, by the device's clock, never later than it was told.
  changed_at timestamptz not null,
  deleted boolean not null,
  -- Counts the changes of one account.
  revision bigint not null,
  -- When the server was told.
  stored_at timestamptz not null default now(),

  constraint synced_items_pkey primary key (user_id, topic, id),
  constraint synced_items_revision_key unique (user_id, revision),
  constraint synced_items_topic_known check (
    topic in ('bible-mark', 'plan-run', 'plan-day', 'watch-mark', 'watch-later')
  ),
  constraint synced_items_id_form check (id ~ '^[A-Za-z0-9._:~-]{1,100}$'),
  constraint synced_items_data_form check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 16384),
  constraint synced_items_data_kept check (deleted = (data is null))
);

comment on table public.synced_items is 'What goes with an account to all of its devices; written by sync_items alone.';

create index synced_items_deleted_idx on public.synced_items (user_id, stored_at) where deleted;

create table public.synced_accounts (
  user_id uuid not null references auth.users (id) on delete cascade,
  revision bigint not null default 0,
  -- Highest revision of a deletion that is forgotten: a device that stands before it begins anew.
  forgotten bigint not null default 0,

  constraint synced_accounts_pkey primary key (user_id)
);

comment on table public.synced_accounts is 'Revision of each account''s things; for functions alone.';

alter table public.synced_items enable row level security;
alter table public.synced_items force row level security;
alter table public.synced_accounts enable row level security;
alter table public.synced_accounts force row level security;

revoke all on public.synced_items, public.synced_accounts from anon, authenticated, service_role;
grant select on public.synced_items to authenticated, service_role;

create policy "members read their own things" on public.synced_items for select to authenticated
  using (user_id = (select auth.uid()) and (select public.is_fully_signed_in()));

create function public.synced_is_time(ms jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(ms) = 'number' then ms::numeric between 0 and 8640000000000 else false end
$$;

comment on function public.synced_is_time(jsonb) is 'Whether this is a time in milliseconds, or a revision.';

-- A place in a video is one only with where and of how much; who begins anew says done, or deletes.
create function public.synced_is_watch_mark(data jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(data -> 'position') is distinct from 'number'
      or jsonb_typeof(data -> 'duration') is distinct from 'number'
      or jsonb_typeof(data -> 'state') is distinct from 'string' then false
    when data ->> 'state' in ('done', 'hidden') then
      (data -> 'position')::numeric >= 0 and (data -> 'duration')::numeric >= 0
    else (data -> 'position')::numeric > 0 and (data -> 'duration')::numeric > 0
  end
$$;

comment on function public.synced_is_watch_mark(jsonb) is 'Whether this is a place from which a video can go on.';

create function public.synced_refusal(change jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(change) is distinct from 'object' then 'malformed'
    when jsonb_typeof(change -> 'topic') is distinct from 'string' or change ->> 'topic' not in
      ('bible-mark', 'plan-run', 'plan-day', 'watch-mark', 'watch-later') then 'topic'
    when jsonb_typeof(change -> 'id') is distinct from 'string'
      or change ->> 'id' !~ '^[A-Za-z0-9._:~-]{1,100}$' then 'id'
    when not public.synced_is_time(change -> 'changedAt')
      or not public.synced_is_time(coalesce(nullif(change -> 'sessionAt', 'null'), '0'))
      or not public.synced_is_time(coalesce(nullif(change -> 'base', 'null'), '0'))
      or coalesce(jsonb_typeof(change -> 'deleted'), 'boolean') <> 'boolean'
      or coalesce(jsonb_typeof(change -> 'keepBoth'), 'boolean') <> 'boolean' then 'malformed'
    when coalesce((change -> 'deleted')::boolean, false) then null
    when jsonb_typeof(change -> 'data') is distinct from 'object' then 'malformed'
    when octet_length((change -> 'data')::text) > 16384 then 'too-large'
    when change ->> 'topic' = 'watch-mark' and not public.synced_is_watch_mark(change -> 'data') then 'unusable'
  end
$$;

comment on function public.synced_refusal(jsonb) is 'Why a change cannot be taken; null: it can.';

-- Takes one change that can be taken. "taken", "older" than what is there, "conflict": both sides have changed
-- what is to be kept of both, "gone": deleted, and that is forgotten, "full".
create function public.take_synced_change(
  owner uuid, change jsonb, next_revision bigint, has_room boolean
) returns text
language plpgsql set search_path = ''
as $$
declare
  is_deletion constant boolean := coalesce((change -> 'deleted')::boolean, false);
  keeps_both constant boolean := not is_deletion and coalesce((change -> 'keepBoth')::boolean, false);
  base constant numeric := coalesce((nullif(change -> 'base', 'null'))::numeric, 0);
  body constant jsonb := case when not is_deletion then change -> 'data' end;
  -- A clock that is ahead counts as now.
  changed constant timestamptz := least(to_timestamp((change ->> 'changedAt')::double precision / 1000), now());
  session constant timestamptz := case when jsonb_typeof(change -> 'sessionAt') = 'number' then
    least(to_timestamp((change ->> 'sessionAt')::double precision / 1000), now()) end;
  held public.synced_items;
begin
  select * into held from public.synced_items i
  where i.user_id = owner and i.topic = change ->> 'topic' and i.id = change ->> 'id';
  if not found then
    if base > 0 and (is_deletion or changed < now() - interval '90 days') then
      return case when keeps_both then 'conflict' else 'gone' end;
    end if;
    if not has_room then return 'full'; end if;
  else
    if keeps_both and not held.deleted and held.revision > base and held.data <> body then return 'conflict'; end if;
    if row(coalesce(session, changed), changed, is_deletion)
      <= row(coalesce(held.session_at, held.changed_at), held.changed_at, held.deleted) then
      return 'older';
    end if;
  end if;
  insert into public.synced_items (user_id, topic, id, data, session_at, changed_at, deleted, revision)
  values (owner, change ->> 'topic', change ->> 'id', body, session, changed, is_deletion, next_revision)
  on conflict (user_id, topic, id) do update
  set data = excluded.data, session_at = excluded.session_at, changed_at = excluded.changed_at,
    deleted = excluded.deleted, revision = excluded.revision, stored_at = excluded.stored_at;
  return 'taken';
end
$$;

comment on function public.take_synced_change(uuid, jsonb, bigint, boolean) is 'Takes one change; for functions alone.';

create function public.synced_answer(item public.synced_items) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'topic', item.topic, 'id', item.id, 'data', item.data, 'deleted', item.deleted, 'revision', item.revision,
    'changedAt', round(extract(epoch from item.changed_at) * 1000),
    'sessionAt', round(extract(epoch from item.session_at) * 1000))
$$;

comment on function public.synced_answer(public.synced_items) is 'A row as devices read it; for functions alone.';

-- Takes a device's changes, oldest first, and answers what is newer than the revision that it has seen: {items,
-- cursor, more, conflicts, refused, reset, now}. Items are those that were told, as they stand now, and up to 200
-- newer ones. `reset`: "forgotten" when deletions were forgotten that the device has not seen, "restored" when it has
-- seen more than there is; items then are those from the beginning. Times are milliseconds since 1970.
create function public.sync_items(changes jsonb, since bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  account public.synced_accounts;
  change jsonb;
  outcome text;
  reset text;
  start bigint := since;
  -- With changes of what is there already, so that it is never too low.
  held_count integer;
  told jsonb := '[]';
  conflicts jsonb := '[]';
  refused jsonb := '[]';
  items jsonb;
  seen bigint;
begin
  if not public.is_fully_signed_in() then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  if since is null or since < 0
    or (case jsonb_typeof(changes) when 'array' then jsonb_array_length(changes) > 500 else true end) then
    raise exception 'Changes are a list of up to 500, and a revision is a number' using errcode = '22023';
  end if;
  -- Whoever holds this row is alone with the account's things.
  insert into public.synced_accounts (user_id) values (owner) on conflict do nothing;
  select * into account from public.synced_accounts a where a.user_id = owner for update;
  with forgotten as (
    delete from public.synced_items i
    where i.user_id = owner and i.deleted and i.stored_at < now() - interval '90 days' returning i.revision
  )
  select greatest(account.forgotten, max(f.revision)) into account.forgotten from forgotten f;
  reset := case
    when since > account.revision then 'restored'
    when since > 0 and since < account.forgotten then 'forgotten'
  end;
  if reset is not null then start := 0; end if;

  select count(*) into held_count from public.synced_items i where i.user_id = owner;
  for change in select c.value from jsonb_array_elements(changes) as c loop
    outcome := public.synced_refusal(change);
    if outcome is null then
      outcome := public.take_synced_change(owner, change, account.revision + 1, held_count < 50000);
      told := told || jsonb_build_object('topic', change -> 'topic', 'id', change -> 'id');
    end if;
    if outcome = 'taken' then
      account.revision := account.revision + 1;
      held_count := held_count + 1;
    elsif outcome = 'conflict' then
      conflicts := conflicts || jsonb_build_object('topic', change -> 'topic', 'id', change -> 'id');
    elsif outcome <> 'older' then
      refused := refused || jsonb_build_object(
        'topic', left(change ->> 'topic', 100), 'id', left(change ->> 'id', 100), 'reason', outcome);
    end if;
  end loop;
  update public.synced_accounts a set revision = account.revision, forgotten = account.forgotten
  where a.user_id = owner
    and (a.revision, a.forgotten) is distinct from (account.revision, account.forgotten);

  select coalesce(jsonb_agg(public.synced_answer(page.item) order by page.revision), '[]'),
    case when count(*) = 200 then max(page.revision) else account.revision end
  into items, seen
  from (
    select i as item, i.revision from public.synced_items i where i.user_id = owner and i.revision > start
    order by i.revision limit 200
  ) as page;
  select coalesce(jsonb_agg(public.synced_answer(i)), '[]') || items into items
  from (select distinct c.topic, c.id from jsonb_to_recordset(told) as c (topic text, id text)) as c
  join public.synced_items i on i.user_id = owner and i.topic = c.topic and i.id = c.id;
  return jsonb_build_object(
    'items', items, 'cursor', seen, 'more', seen < account.revision, 'conflicts', conflicts,
    'refused', refused, 'reset', reset, 'now', round(extract(epoch from clock_timestamp()) * 1000));
end
$$;

comment on function public.sync_items(jsonb, bigint) is
  'Takes changes of the caller''s things and answers what is newer than a revision.';

revoke execute on function public.synced_refusal(jsonb), public.synced_is_time(jsonb),
  public.synced_is_watch_mark(jsonb), public.take_synced_change(uuid, jsonb, bigint, boolean),
  public.synced_answer(public.synced_items), public.sync_items(jsonb, bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.sync_items(jsonb, bigint) to authenticated;
