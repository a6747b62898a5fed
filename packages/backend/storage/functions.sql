-- Supabase's functions of schema storage, for policies, migrations, SQL clients and the service's
-- lists. Idempotent; run as supabase_storage_admin after schema.sql whenever this file changes.

-- Segments of a name: "a/b/c.txt" has 3.
create or replace function storage.get_level(name text) returns integer
language sql immutable strict
as $$
  select cardinality(string_to_array(name, '/'))
$$;

-- The folder of a name with its slash, '' for a name at the top.
create or replace function storage.get_prefix(name text) returns text
language sql immutable strict
as $$
  select coalesce(substring(rtrim(name, '/') from '^.*/'), '')
$$;

-- All folders of a name, the top one first: "a/b/c.txt" has {a/,a/b/}.
create or replace function storage.get_prefixes(name text) returns text[]
language sql immutable strict
as $$
  select coalesce(array_agg(array_to_string(parts[1:depth], '/') || '/' order by depth), '{}')
  from string_to_array(name, '/') as parts, generate_series(1, cardinality(parts) - 1) as depth
$$;

-- The key's part from the prefix to the next delimiter, inclusive; null without a delimiter.
create or replace function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text)
returns text
language sql immutable
as $$
  select left(p_key, length(p_prefix) + place + length(p_delimiter) - 1)
  from strpos(substr(p_key, length(p_prefix) + 1), p_delimiter) as place
  where place > 0
$$;

create or replace function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$
  select sum((metadata ->> 'size')::bigint)::bigint, objects.bucket_id
  from storage.objects group by objects.bucket_id
$$;

-- Lists one folder level, ignoring case: objects, and subfolders with nulls. Names are relative to
-- the prefix. `levels` has no effect; older callers pass it.
create or replace function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1,
  offsets integer default 0, search text default '', sortcolumn text default 'name',
  sortorder text default 'asc'
)
returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz,
  last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable
as $$
declare
  direction constant text := case lower(sortorder) when 'desc' then 'desc' else 'asc' end;
  by_name constant text := format('lower(e.name) collate "C" %s', direction);
  sorting constant text := case
    when sortcolumn in ('updated_at', 'created_at', 'last_accessed_at')
      then format('(e.id is not null), e.%I %s, %s', sortcolumn, direction, by_name)
    else by_name
  end;
begin
  return query execute format($query$
    with matches as (
      select string_to_array(substr(o.name, length($1) + 1), '/') as segments, o.*
      from storage.objects as o
      where o.bucket_id = $2 and lower(o.name) collate "C" ^@ lower($1 || $3)
    ), entries as (
      select distinct array_to_string(segments[1:$4], '/') as name, null::uuid as id,
             null::timestamptz as updated_at, null::timestamptz as created_at,
             null::timestamptz as last_accessed_at, null::jsonb as metadata
      from matches where cardinality(segments) > $4
      union all
      select array_to_string(segments, '/'), m.id, m.updated_at, m.created_at, m.last_accessed_at,
             m.metadata
      from matches as m where cardinality(segments) = $4
    )
    select e.name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
    from entries as e order by %s limit $5 offset $6
  $query$, sorting)
  using coalesce(prefix, ''), bucketname, coalesce(search, ''),
        greatest(1, cardinality(string_to_array(coalesce(search, ''), '/'))),
        least(coalesce(limits, 100), 1500), coalesce(offsets, 0);
end
$$;

-- Lists the next entries below a prefix after `start_after`, case-sensitive. Folders have the whole
-- name with a slash and no times; they precede objects when sorted by a time.
create or replace function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1,
  start_after text default '', sort_order text default 'asc', sort_column text default 'name',
  sort_column_after text default ''
)
returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz,
  last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable
as $$
declare
  is_descending constant boolean := lower(coalesce(sort_order, 'asc')) = 'desc';
  direction constant text := case when is_descending then 'desc' else 'asc' end;
  edge constant text := case when is_descending then 'infinity' else '-infinity' end;
  place constant text := case
    when sort_column in ('updated_at', 'created_at') then format('m.%I', sort_column)
    else format('%L::timestamptz', edge)
  end;
begin
  return query execute format($query$
    with matches as (
      select *, storage.get_common_prefix(o.name, $1, '/') as folder
      from storage.objects as o where o.bucket_id = $2 and o.name collate "C" ^@ $1
    ), entries as (
      select distinct folder as name, null::uuid as id, null::timestamptz as updated_at,
             null::timestamptz as created_at, null::timestamptz as last_accessed_at,
             null::jsonb as metadata, %1$L::timestamptz as place
      from matches where folder is not null
      union all
      select m.name, m.id, m.updated_at, m.created_at, m.last_accessed_at, m.metadata, %2$s
      from matches as m where folder is null
    )
    select split_part(rtrim(e.name, '/'), '/', -1), e.name, e.id, e.updated_at, e.created_at,
           e.last_accessed_at, e.metadata
    from entries as e
    where $3 = '' or (e.place, e.name collate "C") %3$s ($4::timestamptz, $3)
    order by e.place %4$s, e.name collate "C" %4$s limit $5
  $query$, edge, place, case when is_descending then '<' else '>' end, direction)
  using coalesce(prefix, ''), bucket_name, coalesce(start_after, ''),
        coalesce(nullif(sort_column_after, ''), edge), least(coalesce(limits, 100), 1500);
end
$$;

-- Lists like S3: keys below a prefix after a start key, grouped at the delimiter.
create or replace function storage.list_objects_with_delimiter(
  _bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100,
  start_after text default '', next_token text default '', sort_order text default 'asc'
)
returns table (
  name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz,
  last_accessed_at timestamptz
)
language plpgsql stable
as $$
declare
  is_descending constant boolean := lower(coalesce(sort_order, 'asc')) = 'desc';
begin
  return query execute format($query$
    with matches as (
      select *, rtrim(storage.get_common_prefix(o.name, $1, $2), $2) as folder
      from storage.objects as o where o.bucket_id = $3 and o.name collate "C" ^@ $1
    ), entries as (
      select distinct folder as name, null::uuid as id, null::jsonb as metadata,
             null::timestamptz as updated_at, null::timestamptz as created_at,
             null::timestamptz as last_accessed_at
      from matches where folder is not null
      union all
      select m.name, m.id, m.metadata, m.updated_at, m.created_at, m.last_accessed_at
      from matches as m where folder is null
    )
    select e.* from entries as e
    where $4 = '' or e.name collate "C" %1$s $4
    order by e.name collate "C" %2$s limit $5
  $query$, case when is_descending then '<' else '>' end,
           case when is_descending then 'desc' else 'asc' end)
  using coalesce(prefix_param, ''), delimiter_param, _bucket_id,
        coalesce(nullif(next_token, ''), start_after, ''), max_keys;
end
$$;

-- Raises PT200 when the caller may add the object, otherwise the error of the policy.
create or replace function storage.can_insert_object(
  bucketid text, name text, owner uuid, metadata jsonb
)
returns void
language plpgsql
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata)
  values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;

-- The operation of the current request ("storage.object.list"), for policies.
create or replace function storage.operation() returns text
language sql stable
as $$
  select current_setting('storage.operation', true)
$$;

-- Accepts the names of operations with or without the prefix "storage.".
create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable
as $$
  select coalesce(regexp_replace(storage.operation(), '^storage\.', '') = any (
    select regexp_replace(expected, '^storage\.', '') from unnest(expected_operations) as expected
    where expected <> ''), false)
$$;

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable
as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

grant execute on all functions in schema storage to :"owner", anon, authenticated, service_role;
