-- Pages show what the studio publishes, so its number is limited. Devotionals are not: each has a page of its own.

create function public.studio_limit_of(kind text) returns integer
language sql immutable set search_path = ''
as $$
  select case kind
    when 'ministry' then 1
    when 'channel' then 50
    when 'schedule' then 1
    when 'announcement' then 200
    when 'category' then 50
    when 'list' then 50
    when 'video' then 2000
  end
$$;

comment on function public.studio_limit_of(text) is 'Most documents of a kind that are published at once; null: no limit.';

create function public.limit_studio_documents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.kind = 'schedule' and (jsonb_path_exists(new.body, '$.weekly[100]')
    or jsonb_path_exists(new.body, '$.others[50]') or jsonb_path_exists(new.body, '$.exceptions[200]')) then
    raise exception 'A schedule has 100 weekly services, 50 others and 200 changes at most' using errcode = '54000';
  end if;
  if public.studio_limit_of(new.kind) is null or (tg_op = 'UPDATE' and old.body is not null) then return null; end if;
  -- Two helpers who publish at the same time are counted one after the other.
  perform from public.studio_state s where s.id for update;
  if (select count(*) from public.studio_documents d where d.kind = new.kind and d.body is not null)
    > public.studio_limit_of(new.kind) then
    raise exception 'There are % of these at most: remove one first', public.studio_limit_of(new.kind)
      using errcode = '54000';
  end if;
  return null;
end
$$;

create trigger limit_studio_documents
  after insert or update of body on public.studio_documents
  for each row when (new.body is not null) execute function public.limit_studio_documents();

revoke execute on function public.studio_limit_of(text), public.limit_studio_documents()
  from public, anon, authenticated, service_role;
