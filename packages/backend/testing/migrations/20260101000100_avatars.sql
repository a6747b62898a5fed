-- A public bucket of images whose names begin with their owner's id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'avatars', 'avatars', true, 5242880,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp']
);

create policy "members see the bucket" on storage.buckets
  for select to authenticated using (id = 'avatars');
create policy "owner reads, adds and removes" on storage.objects
  for all to authenticated
  using (bucket_id = 'avatars' and starts_with(name, (select auth.uid())::text))
  with check (bucket_id = 'avatars' and starts_with(name, (select auth.uid())::text));
