-- Schema storage in the layout of Supabase's storage service: a dump moves to and from a hosted
-- project, and its policies run here unchanged.
-- Idempotent; run as supabase_storage_admin whenever this file changes (database/bootstrap),
-- so additions to an existing table are `add column if not exists`. The boot SQL grants the rights
-- of role postgres. Left out: versioning, Iceberg and vectors.

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table if not exists storage.buckets (
  id text primary key,
  name text not null constraint bname unique check (char_length(name) <= 100),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';

-- `version` names the file with the bytes: random, chosen by the server, never reused.
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';

create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
-- Lists by prefix, ignoring case (list) and case-sensitive (list-v2).
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index if not exists idx_objects_bucket_id_name_lower
  on storage.objects (bucket_id, lower(name) collate "C");
-- Quotas and the cleanup of orphaned files.
create index if not exists idx_objects_bucket_id_owner_id on storage.objects (bucket_id, owner_id);
create index if not exists idx_objects_version on storage.objects (version);

-- Uploads by the S3 protocol, which this server does not support. The tables stay empty; they are
-- part of the layout of a hosted project.
create table if not exists storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null default '',
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
create index if not exists idx_multipart_uploads_list
  on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table if not exists storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size bigint not null default 0,
  part_number int not null,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);
create unique index if not exists idx_multipart_parts_number
  on storage.s3_multipart_uploads_parts (upload_id, part_number);
create index if not exists idx_multipart_parts_version
  on storage.s3_multipart_uploads_parts (version);

-- Resumable uploads (TUS). Each part is a file of the store; `id` is the version of the future
-- object, `holder` a token of the request that may add the next part.
create table if not exists storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null,
  owner_id text,
  size bigint check (size >= 0),
  metadata jsonb not null,
  holder uuid,
  completed_at timestamptz,
  created_at timestamptz not null
);
create table if not exists storage.resumable_parts (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  place bigint not null,
  size bigint not null check (size > 0),
  version text not null,
  primary key (upload_id, place)
);
create index if not exists idx_resumable_uploads_bucket_id on storage.resumable_uploads (bucket_id);
create index if not exists idx_resumable_parts_version on storage.resumable_parts (version);

-- No policy and no grant: only the service reads and writes them.
alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_parts enable row level security;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;

create or replace function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select parts[1:array_length(parts, 1) - 1] from (select string_to_array(name, '/')) as split (parts)
$$;

create or replace function storage.filename(name text) returns text
language sql immutable
as $$
  select parts[array_length(parts, 1)] from (select string_to_array(name, '/')) as split (parts)
$$;

create or replace function storage.extension(name text) returns text
language sql immutable
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create or replace function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create or replace trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A row deleted by SQL would leave its file behind. Only the storage service may delete; it sets
-- the flag for its transaction.
create or replace function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end
$$;

create or replace trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create or replace trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Row level security decides. It does not cover TRUNCATE, so no role may truncate.
revoke all on storage.buckets, storage.objects,
  storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts
  from public, anon, authenticated, service_role;
grant select, insert, update, delete on storage.buckets, storage.objects
  to anon, authenticated, service_role;
grant execute on function
  storage.foldername(text), storage.filename(text), storage.extension(text)
  to :"owner", anon, authenticated, service_role;
