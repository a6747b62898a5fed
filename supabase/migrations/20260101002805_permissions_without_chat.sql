-- The product has neither chat nor prayer requests: their permissions go.

create or replace function public.staff_all_permissions() returns text[]
language sql immutable set search_path = ''
as $$
  select array['channels', 'videos', 'devotionals', 'schedule', 'announce', 'people', 'settings', 'numbers']
$$;

create or replace function public.audit_area(action text) returns text
language sql immutable set search_path = ''
as $$
  select case split_part(action, '.', 1)
    when 'ministry' then 'settings'
    when 'channel' then 'channels'
    when 'schedule' then 'schedule'
    when 'announcement' then 'announce'
    when 'devotional' then 'devotionals'
    when 'category' then 'videos'
    when 'list' then 'videos'
    when 'video' then 'videos'
    when 'staff' then 'people'
    when 'account' then 'people'
    when 'numbers' then 'numbers'
  end
$$;

delete from public.staff where permissions <@ array['chat', 'prayer'];
update public.staff set permissions = array_remove(array_remove(permissions, 'chat'), 'prayer')
  where permissions && array['chat', 'prayer'];
delete from public.studio_invitations where permissions <@ array['chat', 'prayer'];
update public.studio_invitations set permissions = array_remove(array_remove(permissions, 'chat'), 'prayer')
  where permissions && array['chat', 'prayer'];
