-- Helpers see who else has a document open, on a private topic of the document, "studio:announcement:easter".
-- Only those hear and speak there who hold the permission of its kind; names reach nobody else.

create policy "helpers hear who else has a document open" on realtime.messages for select to authenticated
  using (
    realtime.messages.extension = 'broadcast'
    and realtime.topic() ~ '^studio:[a-z]{1,20}:[A-Za-z0-9._-]{1,64}$'
    and (select public.staff_can(public.studio_permission_of(split_part(realtime.topic(), ':', 2))))
  );

create policy "helpers say that they have a document open" on realtime.messages for insert to authenticated
  with check (
    realtime.messages.extension = 'broadcast'
    and realtime.topic() ~ '^studio:[a-z]{1,20}:[A-Za-z0-9._-]{1,64}$'
    and (select public.staff_can(public.studio_permission_of(split_part(realtime.topic(), ':', 2))))
  );
