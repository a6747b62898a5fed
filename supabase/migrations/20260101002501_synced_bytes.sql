-- An account holds 50,000 things, and 20 MB of them, an anonymous one 1 MB. Counters stand in the row that sync_items
-- locks, so that nothing is counted twice or missed, and no write has to look at all things of an account.

alter table public.synced_accounts
  -- Rows of synced_items, with those that say that something is deleted; null: not counted yet.
  add column item_count integer,
  -- What they take, by synced_size.
  add column item_bytes bigint;

-- A row itself takes about 100 bytes, so that many small ones are counted too.
create function public.synced_size(id text, data jsonb) returns integer
language sql immutable set search_path = ''
as $$
  select 100 + octet_length(id) + coalesce(octet_length(data::text), 0)
$$;

comment on function public.synced_size(text, jsonb) is 'Bytes that a thing counts for; for functions alone.';

-- As before, but an account without space also refuses a change that makes a thing larger.
create or replace function public.take_synced_change(
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
  else
    if keeps_both and not held.deleted and held.revision > base and held.data <> body then return 'conflict'; end if;
    if row(coalesce(session, changed), changed, is_deletion)
      <= row(coalesce(held.session_at, held.changed_at), held.changed_at, held.deleted) then
      return 'older';
    end if;
  end if;
  if not has_room then return 'full'; end if;
  insert into public.synced_items (user_id, topic, id, data, session_at, changed_at, deleted, revision)
  values (owner, change ->> 'topic', change ->> 'id', body, session, changed, is_deletion, next_revision)
  on conflict (user_id, topic, id) do update
  set data = excluded.data, session_at = excluded.session_at, changed_at = excluded.changed_at,
    deleted = excluded.deleted, revision = excluded.revision, stored_at = excluded.stored_at;
  return 'taken';
end
$$;

-- As before, with both counters.
create or replace function public.sync_items(changes jsonb, since bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  byte_limit constant integer := case
    when exists (select from auth.users u where u.id = owner and u.is_anonymous) then 1000000 else 20000000 end;
  account public.synced_accounts;
  change jsonb;
  outcome text;
  reset text;
  start bigint := since;
  more_items integer;
  more_bytes integer;
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
  -- The lock on this row keeps other calls of the account waiting.
  insert into public.synced_accounts (user_id) values (owner) on conflict do nothing;
  select * into account from public.synced_accounts a where a.user_id = owner for update;
  if account.item_count is null then
    select count(*), coalesce(sum(public.synced_size(i.id, i.data)), 0) into account.item_count, account.item_bytes
    from public.synced_items i where i.user_id = owner;
  end if;
  with forgotten as (
    delete from public.synced_items i
    where i.user_id = owner and i.deleted and i.stored_at < now() - interval '90 days'
    returning i.revision, public.synced_size(i.id, i.data) as bytes
  )
  select greatest(account.forgotten, max(f.revision)), account.item_count - count(*),
    account.item_bytes - coalesce(sum(f.bytes), 0)
  into account.forgotten, account.item_count, account.item_bytes from forgotten f;
  reset := case
    when since > account.revision then 'restored'
    when since > 0 and since < account.forgotten then 'forgotten'
  end;
  if reset is not null then start := 0; end if;

  for change in select c.value from jsonb_array_elements(changes) as c loop
    outcome := public.synced_refusal(change);
    if outcome is null then
      select 1 - count(*),
        public.synced_size(change ->> 'id',
          case when not coalesce((change -> 'deleted')::boolean, false) then change -> 'data' end)
        - coalesce(sum(public.synced_size(i.id, i.data)), 0)
      into more_items, more_bytes
      from public.synced_items i
      where i.user_id = owner and i.topic = change ->> 'topic' and i.id = change ->> 'id';
      outcome := public.take_synced_change(owner, change, account.revision + 1,
        (more_items = 0 or account.item_count < 50000)
          and (more_bytes <= 0 or account.item_bytes + more_bytes <= byte_limit));
      -- A device keeps its own text where the account has no space for it.
      if outcome <> 'full' then
        told := told || jsonb_build_object('topic', change -> 'topic', 'id', change -> 'id');
      end if;
    end if;
    if outcome = 'taken' then
      account.revision := account.revision + 1;
      account.item_count := account.item_count + more_items;
      account.item_bytes := account.item_bytes + more_bytes;
    elsif outcome = 'conflict' then
      conflicts := conflicts || jsonb_build_object('topic', change -> 'topic', 'id', change -> 'id');
    elsif outcome <> 'older' then
      refused := refused || jsonb_build_object(
        'topic', left(change ->> 'topic', 100), 'id', left(change ->> 'id', 100), 'reason', outcome);
    end if;
  end loop;
  update public.synced_accounts a
  set revision = account.revision, forgotten = account.forgotten, item_count = account.item_count,
    item_bytes = account.item_bytes
  where a.user_id = owner and a is distinct from account;

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

revoke execute on function public.synced_size(text, jsonb) from public, anon, authenticated, service_role;
