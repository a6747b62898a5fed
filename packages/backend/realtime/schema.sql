-- Schema realtime in the layout of Supabase's realtime service: its policies and triggers run here
-- unchanged. Idempotent; run as supabase_realtime_admin whenever this file changes
-- (database/boot.ts).

-- Messages that the database sends, and the subject of private channels' policies. One partition a
-- day, retained for 72 hours.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  -- No replay after this time.
  expires_at timestamp,
  primary key (id, inserted_at)
) partition by range (inserted_at);
create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Creates the partitions of the days around today and drops those that ended 72 hours ago.
create or replace function realtime.keep_message_days() returns void
language plpgsql
as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(hashtext('realtime.messages'));
  for day in select today + ahead from generate_series(-1, 3) as ahead loop
    partition_name := 'messages_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass('realtime.' || partition_name) is not null;
    execute format(
      'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      partition_name, day, day + 1);
  end loop;
  for partition_name in
    select child.relname from pg_catalog.pg_inherits
      join pg_catalog.pg_class child on child.oid = inhrelid
      where inhparent = 'realtime.messages'::regclass
        and child.relname ~ '^messages_\d{4}_\d\d_\d\d$'
        and to_date(right(child.relname, 10), 'YYYY_MM_DD') < today - 3
  loop
    execute format('drop table realtime.%I', partition_name);
  end loop;
end
$$;
revoke all on function realtime.keep_message_days() from public;
select realtime.keep_message_days();

-- Notifies the servers of a message to send; skips client messages, which a server already sent.
create or replace function realtime.announce_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify(
    'realtime_messages', pg_catalog.json_build_object('id', new.id, 'at', new.inserted_at)::text);
  return null;
end
$$;
create or replace trigger announce_message
  after insert on realtime.messages
  for each row when (
    new.extension = 'broadcast' and current_setting('realtime.is_sent', true) is distinct from 'yes')
  execute function realtime.announce_message();

-- The topic that the caller reads from or sends to; for policies on realtime.messages.
create or replace function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- Sends a message to a topic. An error becomes a warning, so that it never rolls back the change
-- that it reports.
create or replace function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when jsonb_typeof(payload) <> 'object' or payload ? 'id' then payload
      else jsonb_set(payload, '{id}', to_jsonb(message_id))
    end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Sends a row's change to a private topic; for triggers.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

-- Probes a caller's read rights: the server's role inserts one message of each kind into the topic,
-- switches to the caller's role, checks which are visible, and rolls back.
create or replace function realtime.begin_probe(
  asked_topic text, broadcast_id uuid, presence_id uuid
) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_catalog.set_config('realtime.topic', asked_topic, true);
  insert into realtime.messages (id, topic, extension, private)
  values
    (broadcast_id, asked_topic, 'broadcast', true), (presence_id, asked_topic, 'presence', true);
end
$$;
revoke all on function realtime.begin_probe(text, uuid, uuid) from public;
grant execute on function realtime.begin_probe(text, uuid, uuid) to :"caller";

-- Returns true when the current role may insert such a message; stores nothing.
create or replace function realtime.may_send(asked_topic text, asked_extension text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.set_config('realtime.topic', asked_topic, true);
  insert into realtime.messages (topic, extension, private)
  values (asked_topic, asked_extension, true);
  raise exception using errcode = 'RT000';
exception
  when sqlstate 'RT000' then return true;
  when insufficient_privilege then return false;
end
$$;

-- Servers on this database with sockets; one without a recent heartbeat is gone. Unlogged, because
-- a crash invalidates all rows.
create unlogged table if not exists realtime.servers (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Messages between servers that exceed a notification.
create unlogged table if not exists realtime.long_notices (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  made_at timestamptz not null default now()
);
alter table realtime.servers enable row level security;
alter table realtime.long_notices enable row level security;
revoke all on realtime.servers, realtime.long_notices from public, anon, authenticated, service_role;

-- A trigger on each table of the publication supabase_realtime stores changes. It notifies the
-- servers of the transaction to read.

-- Changed rows of the last minute. Delivery is not guaranteed, so a crash may lose them.
create unlogged table if not exists realtime.changes (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  entity oid not null,
  action text not null,
  record jsonb,
  old_record jsonb,
  -- Long values are missing, because the whole exceeds 1 MiB.
  is_cut boolean not null,
  made_at timestamptz not null default clock_timestamp()
);
create index if not exists changes_transaction_id on realtime.changes (transaction_id);
alter table realtime.changes enable row level security;

-- Tables with subscriptions, by server; the trigger stores nothing of other tables.
create unlogged table if not exists realtime.watched (
  entity oid not null,
  server uuid not null references realtime.servers on delete cascade,
  primary key (entity, server)
);
alter table realtime.watched enable row level security;
revoke all on realtime.changes, realtime.watched from public, anon, authenticated, service_role;

-- Values of a record that are short enough to send when the whole is not.
create or replace function realtime.short_values(record jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(record)
  where pg_catalog.octet_length(value::text) <= 64
$$;

create or replace function realtime.capture_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  limit_bytes constant int := 1048576;
  new_record jsonb;
  former jsonb;
  is_cut boolean;
begin
  if not exists (
    select from realtime.watched
    join realtime.servers on servers.id = watched.server
    where watched.entity = tg_relid
      and servers.seen_at > pg_catalog.now() - interval '30 seconds'
  ) then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    new_record := pg_catalog.to_jsonb(new);
  end if;
  if tg_op <> 'INSERT' then
    former := pg_catalog.to_jsonb(old);
  end if;
  is_cut := coalesce(pg_catalog.pg_column_size(new_record), 0)
    + coalesce(pg_catalog.pg_column_size(former), 0) > limit_bytes;
  if is_cut then
    new_record := realtime.short_values(new_record);
    former := realtime.short_values(former);
  end if;
  insert into realtime.changes (entity, action, record, old_record, is_cut)
  values (tg_relid, tg_op, new_record, former, is_cut);
  perform pg_catalog.pg_notify('realtime_changes', pg_catalog.pg_current_xact_id()::text);
  return null;
end
$$;
revoke all on function realtime.capture_change() from public;
grant execute on function realtime.capture_change() to :"owner";

-- Metadata of the published tables: columns, keys, and the readable columns of each role.
create or replace function realtime.followed_tables() returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
    'entity', c.oid::bigint,
    'schema', n.nspname,
    'table', c.relname,
    'isSecured', c.relrowsecurity,
    'columns', (
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'name', a.attname,
        'type', y.typname,
        'sqlType', pg_catalog.format_type(a.atttypid, -1),
        'isKey', exists (
          select from pg_catalog.pg_index i
          where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)),
        'isIdentity', c.relreplident = 'f' or exists (
          select from pg_catalog.pg_index i
          where i.indrelid = c.oid and a.attnum = any (i.indkey)
            and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident else false end),
        'readers', (
          select coalesce(pg_catalog.jsonb_agg(reader), '[]')
          from pg_catalog.unnest(array['anon', 'authenticated', 'service_role']) as reader
          where pg_catalog.has_column_privilege(reader, c.oid, a.attnum, 'select'))
      ) order by a.attnum)
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type y on y.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
  )), '[]')
  from pg_catalog.pg_trigger g
  join pg_catalog.pg_class c on c.oid = g.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where g.tgname = 'realtime_capture'
$$;
revoke all on function realtime.followed_tables() from public;
