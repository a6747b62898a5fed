-- The languages in which texts are kept and devices are reminded. A table and not a list in a CHECK: a
-- further language is one row, added by a migration of its own, and its texts; every table that names a
-- language refers to it. The rows follow shared/languages.ts.

create table public.languages (
  id text primary key,

  constraint languages_id_form check (id ~ '^[a-z]{2,3}$')
);

comment on table public.languages is 'Languages of the product, by the tag that its addresses use.';

insert into public.languages (id) values ('en'), ('fr');

alter table public.languages enable row level security;
alter table public.languages force row level security;

-- References are looked up as the owner; no role of the API reads or writes it.
revoke all on public.languages from anon, authenticated, service_role;

alter table public.devotionals
  drop constraint devotionals_language_known,
  add constraint devotionals_language_fkey
    foreign key (language) references public.languages (id);

alter table public.push_subscriptions
  drop constraint push_subscriptions_language_known,
  add constraint push_subscriptions_language_fkey
    foreign key (language) references public.languages (id);
