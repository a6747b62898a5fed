-- Profiles: one row per account, made with it, read and written by its owner alone (R-31, R-32, R-36).
-- The limits are those of the form; here they also hold for whoever calls the API directly.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text,
  username text,
  bio text,
  phone text,
  avatar_url text,
  updated_at timestamptz not null default now(),

  constraint profiles_full_name_length check (char_length(full_name) between 2 and 100),
  -- Names are plain (R-46): no control characters, nothing that turns the writing direction, no
  -- towers of combining marks.
  constraint profiles_full_name_plain check (
    full_name !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
    and full_name !~ '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{3}'
  ),
  constraint profiles_username_format check (username ~ '^[a-z0-9_.]{3,30}$'),
  constraint profiles_username_reserved check (
    username <> all (array[
      'about', 'abuse', 'account', 'admin', 'administrator', 'anonymous', 'api', 'apostle', 'auth',
      'billing', 'bishop', 'church', 'contact', 'donate', 'everyone', 'give', 'help', 'hostmaster',
      'info', 'live', 'mail', 'me', 'ministry', 'mod', 'moderator', 'null', 'official', 'owner',
      'pastor', 'postmaster', 'prophet', 'reign', 'reign.tv', 'reign_tv', 'reigntv', 'root',
      'security', 'staff', 'support', 'system', 'team', 'undefined', 'webmaster', 'www', 'you'
    ])
  ),
  constraint profiles_username_key unique (username),
  constraint profiles_bio_length check (char_length(bio) <= 160),
  constraint profiles_bio_plain check (
    bio !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  ),
  constraint profiles_phone_length check (char_length(phone) <= 32),
  constraint profiles_phone_plain check (
    phone !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
  ),
  -- A file of the owner in bucket avatars, under whatever address this project is reached.
  constraint profiles_avatar_url_own check (
    char_length(avatar_url) <= 500
    and avatar_url ~ (
      '^https?://[a-zA-Z0-9.:-]+/storage/v1/object/public/avatars/' || id::text
      || '-[0-9]{10,16}\.(png|jpe?g|gif|webp)$'
    )
  )
);

comment on table public.profiles is 'What a member tells about themselves; visible to them alone.';

alter table public.profiles enable row level security;
alter table public.profiles force row level security;

create policy "owner reads" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "owner adds" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));
create policy "owner edits" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- The client's upsert names id among the columns it sets; the policy keeps its value.
revoke all on public.profiles from anon, authenticated;
grant select (id, full_name, username, bio, phone, avatar_url, updated_at)
  on public.profiles to authenticated;
grant insert (id, full_name, username, bio, phone, avatar_url, updated_at)
  on public.profiles to authenticated;
grant update (id, full_name, username, bio, phone, avatar_url, updated_at)
  on public.profiles to authenticated;

-- One spelling for each value: composed characters, no blanks around, empty fields are unset, user
-- names in lower case. The time of a change is the server's.
create function public.normalise_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.full_name := normalize(btrim(new.full_name), nfc);
  new.username := nullif(lower(btrim(new.username)), '');
  new.bio := nullif(btrim(new.bio), '');
  new.phone := nullif(btrim(new.phone), '');
  new.avatar_url := nullif(new.avatar_url, '');
  new.updated_at := now();
  return new;
end
$$;

create trigger normalise_profile
  before insert or update on public.profiles
  for each row execute function public.normalise_profile();

-- Makes the profile in the transaction of the sign-up. A name that the rules refuse must not stop
-- anybody from joining: it is cleaned, and left out if nothing usable remains.
create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  given text := coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name');
begin
  given := regexp_replace(
    given, '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+', ' ', 'g'
  );
  given := btrim(left(normalize(btrim(given), nfc), 100));
  begin
    insert into public.profiles (id, full_name) values (new.id, given) on conflict (id) do nothing;
  exception when check_violation then
    insert into public.profiles (id) values (new.id) on conflict (id) do nothing;
  end;
  return new;
end
$$;

create trigger create_profile
  after insert on auth.users
  for each row execute function public.create_profile();

revoke execute on function public.normalise_profile(), public.create_profile()
  from public, anon, authenticated, service_role;
