-- Bucket avatars: public pictures whose name binds them to their owner, `{userId}-{timestamp}.{ext}`
-- (R-43). Public reading goes by address; nobody can list what is not theirs.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'avatars', 'avatars', true, 5242880,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The client looks for the bucket before it uploads.
create policy "avatars: members see the bucket" on storage.buckets
  for select to authenticated using (id = 'avatars');

create policy "avatars: owner sees" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'avatars'
    and name ~ ('^' || (select auth.uid())::text || '-[0-9]{10,16}\.(png|jpe?g|gif|webp)$')
  );

create policy "avatars: owner adds" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and name ~ ('^' || (select auth.uid())::text || '-[0-9]{10,16}\.(png|jpe?g|gif|webp)$')
  );

create policy "avatars: owner removes" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars'
    and name ~ ('^' || (select auth.uid())::text || '-[0-9]{10,16}\.(png|jpe?g|gif|webp)$')
  );
