-- What an operator may have made in the database, beside the product's own.
insert into auth.users (id, email, encrypted_password)
  select gen_random_uuid(), format('member-%s@example.org', n), 'kept' || chr(9) || '\N'
  from generate_series(1, 500) n;
insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users limit 7;
insert into auth.refresh_tokens (token, user_id) select 'token-' || id, id::text from auth.users limit 7;
insert into storage.objects (bucket_id, name, version) values ('avatars', 'a/avatar-1.webp', 'v1');
set role supabase_realtime_admin;
create table realtime.messages_2999_01_01 partition of realtime.messages
  for values from ('2999-01-01') to ('2999-01-02');
reset role;
insert into realtime.messages (topic, extension, inserted_at) values ('hall', 'broadcast', '2999-01-01 12:00');

create role choir_leader login password 'sings';
grant authenticated to choir_leader with inherit false;
alter role choir_leader set statement_timeout = '3s';
alter role authenticator set pgrst.db_schemas = 'public, choir';
create schema choir authorization postgres;
grant usage on schema choir to authenticated;
create extension if not exists unaccent with schema extensions;
set role postgres;
create type choir.part as enum ('alto', 'bass');
create domain choir.title as text not null constraint short check (length(value) < 100);
create type choir.place as (row_number int, seat text);
create sequence choir.numbers start with 1000 increment by 5;
create function choir.shout(words text) returns text language sql immutable as $$ select upper(words) $$;
create table choir.singers (
  id bigint generated always as identity (start with 100) primary key,
  number int not null default nextval('choir.numbers'),
  name choir.title,
  part choir.part default 'alto',
  place choir.place,
  "odd ""name" jsonb default '{"a": [1]}',
  shouted text generated always as (choir.shout(name)) stored,
  leader bigint references choir.singers (id) deferrable initially deferred,
  user_id uuid references auth.users (id) on delete cascade,
  unique (number),
  check (number > 0)
) with (fillfactor = 80);
alter sequence choir.numbers owned by choir.singers.number;
create index singers_by_name on choir.singers (lower(name)) where part = 'bass';
create unlogged table choir.moments (said text);
create table choir.songs (year int, title text, words bytea) partition by range (year);
create table choir.songs_old partition of choir.songs for values from (minvalue) to (2000);
create table choir.songs_new partition of choir.songs default;
create view choir.basses with (security_invoker = true) as select id, name from choir.singers where part = 'bass';
create view choir.names as select name from choir.basses;
create function choir.all_basses() returns setof choir.basses language sql as $$ select * from choir.basses $$;
create procedure choir.rest() language plpgsql as $$ begin null; end $$;
create function choir.welcome() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into choir.singers (name, user_id) values (new.email, new.id);
  return new;
end
$$;
create trigger welcome after insert on auth.users for each row execute function choir.welcome();
alter table choir.singers enable row level security;
create policy "sees itself" on choir.singers for select to authenticated using (user_id = auth.uid());
create policy "choir uploads" on storage.objects for insert to authenticated with check (bucket_id = 'choir');
grant select on choir.singers to authenticated;
grant update (name) on choir.singers to authenticated;
revoke execute on function choir.shout(text) from authenticated, anon, public;
alter default privileges in schema choir grant select on tables to authenticated;
alter publication supabase_realtime add table choir.singers;
alter table public.profiles add column voice choir.part;
comment on table choir.singers is 'They sing';
insert into choir.singers (name, part, place) values ('Ann', 'alto', (1, 'A')), (E'B\tob\\', 'bass', (2, null)), ('', 'bass', null);
insert into choir.moments values ('now');
insert into choir.songs values (1900, 'Old', '\x00ff'), (2020, null, null);
reset role;
