-- Bucket posters: public pictures that helpers give to channels, named at random and never changed.
-- Public reading goes by address; only who runs channels can list or add, and nobody replaces or removes one,
-- because an earlier version of a channel may name it.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('posters', 'posters', true, 2097152, array['image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "posters: helpers with channels see the bucket" on storage.buckets
  for select to authenticated using (id = 'posters' and (select public.staff_can('channels')));

create policy "posters: helpers with channels see" on storage.objects
  for select to authenticated
  using (bucket_id = 'posters' and (select public.staff_can('channels')));

create policy "posters: helpers with channels add" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'posters'
    and name ~ '^upload-[0-9a-f]{32}\.jpg$'
    and (select public.staff_can('channels'))
  );
