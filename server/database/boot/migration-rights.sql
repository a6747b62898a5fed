-- What migrations (role postgres) may do with tables that the auth and storage parts own: refer to
-- users and hang triggers on them, add buckets, write policies for objects. Never ALTER.

do $$
begin
  if to_regclass('auth.users') is not null then
    grant select, references, trigger on auth.users to postgres;
  end if;
  if to_regclass('storage.buckets') is not null then
    grant select, insert, update, delete on storage.buckets to postgres;
    grant select, insert, update, delete on storage.objects to postgres;
  end if;
end
$$;
