-- Devotionals published for everyone: all read what is published and due, administrators write (F4,
-- R-35). An administrator is an account whose app_metadata says so; members cannot write that
-- themselves, and the API takes tokens of live sessions only.

create function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
$$;

comment on function public.is_admin() is 'Whether the caller may publish for everyone.';

create table public.devotionals (
  id uuid primary key default gen_random_uuid(),
  date date not null,
  language text not null,
  title text not null,
  verse text not null,
  content text not null,
  reflection text,
  status text not null default 'draft',
  publish_at timestamptz not null,
  updated_at timestamptz not null default now(),
  -- Who wrote it last; the account may go, the devotional stays.
  updated_by uuid references auth.users (id) on delete set null,

  constraint devotionals_date_language_key unique (date, language),
  constraint devotionals_date_range check (date between '2000-01-01' and '2999-12-31'),
  constraint devotionals_language_known check (language in ('en', 'fr')),
  constraint devotionals_status_known check (status in ('draft', 'published')),
  constraint devotionals_title_length check (char_length(title) between 1 and 200),
  constraint devotionals_verse_length check (char_length(verse) <= 500),
  constraint devotionals_content_length check (char_length(content) between 1 and 20000),
  constraint devotionals_reflection_length check (char_length(reflection) between 1 and 1000),
  constraint devotionals_plain check (
    title || verse || content || coalesce(reflection, '')
      !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  )
);

comment on table public.devotionals is 'One devotional for each date and language, for every visitor.';

alter table public.devotionals enable row level security;
alter table public.devotionals force row level security;

create policy "all read what is published and due" on public.devotionals
  for select to anon, authenticated
  using (status = 'published' and publish_at <= now());
create policy "administrators read all" on public.devotionals
  for select to authenticated using ((select public.is_admin()));
create policy "administrators add" on public.devotionals
  for insert to authenticated with check ((select public.is_admin()));
create policy "administrators edit" on public.devotionals
  for update to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
create policy "administrators remove" on public.devotionals
  for delete to authenticated using ((select public.is_admin()));

revoke all on public.devotionals from anon, authenticated;
grant select (id, date, language, title, verse, content, reflection, status, publish_at, updated_at)
  on public.devotionals to anon, authenticated;
-- The client's upsert names every column that it sets, also those it is matched by.
grant insert (date, language, title, verse, content, reflection, status, publish_at)
  on public.devotionals to authenticated;
grant update (date, language, title, verse, content, reflection, status, publish_at)
  on public.devotionals to authenticated;
grant delete on public.devotionals to authenticated;

-- A devotional is due when its date begins anywhere on earth (UTC+14), unless a time is given; each
-- reader's own calendar chooses among those that are due.
create function public.stamp_devotional() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.publish_at := coalesce(new.publish_at, (new.date::timestamp at time zone 'UTC') - interval '14 hours');
  new.reflection := nullif(btrim(new.reflection), '');
  new.updated_at := now();
  new.updated_by := auth.uid();
  return new;
end
$$;

create trigger stamp_devotional
  before insert or update on public.devotionals
  for each row execute function public.stamp_devotional();

revoke execute on function public.stamp_devotional()
  from public, anon, authenticated, service_role;
revoke execute on function public.is_admin() from public, anon;
grant execute on function public.is_admin() to authenticated;
