-- A table that a trigger of auth.users fills, as many projects have one: only its owner reads and writes a row.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text
);

alter table public.profiles enable row level security;
create policy "owner" on public.profiles for all to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
revoke all on public.profiles from anon;

create function public.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name) values (new.id, new.raw_user_meta_data ->> 'full_name');
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function public.create_profile();
