-- Schema realtime in the layout of Supabase's realtime service, so that policies and triggers written for
-- it run here unchanged. Idempotent; run as supabase_realtime_admin whenever this file changed
-- (server/database/boot.ts).

-- Messages that the database sends, and what policies of private channels are asked on. One partition a
-- day, kept for 72 hours.
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
  primary key (id, inserted_at)
) partition by range (inserted_at);
create index if not exists messages_inserted_at_topic_index
  on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;

alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Makes the partitions of the days around today and drops those that ended 72 hours ago.
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

-- Tells the servers which message to read and send.
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
  for each row when (new.extension = 'broadcast')
  execute function realtime.announce_message();

-- The topic that somebody wants to read from or send to; for policies on realtime.messages.
create or replace function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- Sends a message to a topic. Whatever goes wrong is a warning: a message that could not be sent never
-- undoes the change that it tells of.
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

-- Sends a row's change to a private topic; made for triggers.
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

-- A probe of what somebody may read: the caller's role of the server puts one message of each kind into
-- the topic, takes the role of that somebody, looks which of them it sees, and rolls back.
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

-- Whether the current role may insert such a message; it leaves nothing behind.
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

-- Servers on this database that have sockets; one that was not seen for a while has gone. What it holds
-- is worth nothing after a crash.
create unlogged table if not exists realtime.servers (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

-- Messages between servers that are too long for a notification.
create unlogged table if not exists realtime.long_notices (
  id uuid primary key default gen_random_uuid(),
  content text not null,
  made_at timestamptz not null default now()
);
alter table realtime.servers enable row level security;
alter table realtime.long_notices enable row level security;
revoke all on realtime.servers, realtime.long_notices from public, anon, authenticated, service_role;
