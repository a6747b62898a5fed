-- Recordings lie with the server that received the broadcast. Every server lists them, and any can have them deleted.

alter table public.broadcasts
  -- Size when it ended; null: unknown.
  add column recorded_bytes bigint,
  -- Staff deleted the recording: its server removes the files.
  add column recording_deleted_at timestamptz;

create function public.studio_delete_recording(p_channel text, p_recording text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.studio_require_channels();
  if p_recording !~ '^[0-9]{1,18}-[a-z0-9]{1,20}$' then
    raise exception 'A recording is named by its broadcast and start' using errcode = '22023';
  end if;
  update public.broadcasts set recording_deleted_at = now()
  where id = split_part(p_recording, '-', 1)::bigint and channel = p_channel
    and ended_at is not null and recording_deleted_at is null;
  perform public.audit('channel.recording_deleted', p_channel, p_recording);
end
$$;

comment on function public.studio_delete_recording(text, text) is
  'Records that a recording is deleted, before its server removes the files.';

revoke execute on function public.studio_delete_recording(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.studio_delete_recording(text, text) to authenticated;
