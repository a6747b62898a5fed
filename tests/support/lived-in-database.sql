-- Rows of a ministry that has used the product for a year. A superuser runs this once on a prepared database. Ids
-- of accounts end with their number (lived-in-database.ts names some).

insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select account.id, 'authenticated', 'authenticated', account.email, '$argon2id$v=19$m=19456,t=2,p=1$NThP3ISD2oLGoIaYyqh7Qg$Ftiv+zju37+4/Ts1vZNtdDAzofHstCRO/kwZJFwq3wA', account.since,
  now() - interval '1 day', '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('sub', account.id, 'email', account.email, 'email_verified', true,
    'full_name', 'Member ' || number),
  account.since, account.since
from generate_series(1, 40) as number,
  lateral (select
    ('00000000-0000-4000-a000-' || lpad(number::text, 12, '0'))::uuid as id,
    'member.' || number || '@lived-in.example' as email,
    now() - interval '400 days' + number * interval '9 days' as since
  ) as account;

-- 37 is banned, 38 has an unconfirmed email address, 39 has a phone number only, 40 was deleted.
update auth.users set banned_until = now() + interval '100 years' where email = 'member.37@lived-in.example';
update auth.users set email_confirmed_at = null, last_sign_in_at = null, confirmation_token = repeat('c', 56),
  confirmation_sent_at = created_at where email = 'member.38@lived-in.example';
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
select gen_random_uuid(), id, 'confirmation_token', confirmation_token, email, created_at
from auth.users where email = 'member.38@lived-in.example';
update auth.users set email = null, email_confirmed_at = null, phone = '250780000039', phone_confirmed_at = created_at,
  raw_app_meta_data = '{"provider": "phone", "providers": ["phone"]}',
  raw_user_meta_data = jsonb_build_object('sub', id, 'phone', '250780000039', 'phone_verified', true)
where email = 'member.39@lived-in.example';
delete from auth.users where email = 'member.40@lived-in.example';

insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at)
select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email',
  last_sign_in_at, created_at
from auth.users where email like '%@lived-in.example';
insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
select id::text, id, raw_user_meta_data, 'phone', last_sign_in_at from auth.users where phone is not null;
insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at)
select 'lived-in-' || id, id, jsonb_build_object('sub', 'lived-in-' || id, 'email', email), 'google', last_sign_in_at
from auth.users where email like 'member._@lived-in.example';

insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, last_challenged_at)
select gen_random_uuid(), id, 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now() - interval '1 day'
from auth.users where email in ('member.2@lived-in.example', 'member.3@lived-in.example');

insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, aal, factor_id, user_agent, ip)
select gen_random_uuid(), u.id, now() - interval '3 days', now() - interval '1 hour', now() - interval '1 hour',
  case when f.id is null then 'aal1' else 'aal2' end::auth.aal_level, f.id, 'Browser ' || number, '192.0.2.7'
from auth.users u left join auth.mfa_factors f on f.user_id = u.id, generate_series(1, 2) as number
where u.email_confirmed_at is not null and u.email like '%@lived-in.example';
insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
select gen_random_uuid(), s.id, s.created_at, s.created_at, method
from auth.sessions s, unnest(array['password', 'totp']) as method where s.aal = 'aal2' or method = 'password';
insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
select md5(s.id::text || number), s.user_id::text, s.id, number = 1, s.created_at, s.updated_at
from auth.sessions s, generate_series(1, 2) as number;
update auth.refresh_tokens t set parent = md5(t.session_id::text || 1) where not t.revoked;

insert into auth.flow_state (id, provider_type, authentication_method, created_at)
select gen_random_uuid(), 'google', 'oauth', now() - number * interval '1 day' from generate_series(1, 5) as number;
insert into auth.audit_log_entries (id, payload, created_at, ip_address)
select gen_random_uuid(), json_build_object('action', 'login', 'actor_id', id), last_sign_in_at, '192.0.2.7'
from auth.users where last_sign_in_at is not null;
-- Some windows have expired.
insert into auth.rate_counters (key, count, streak, window_ends_at, last_at, expires_at)
select 'lived-in-' || number, number, 0, now() + (number - 10) * interval '1 hour',
  now() - interval '12 hours', now() + (number - 5) * interval '1 hour'
from generate_series(1, 20) as number;

update public.profiles set bio = 'Sings ' || right(id::text, 2), username = 'lived_in_' || right(id::text, 2)
where full_name like 'Member _';
-- No rows of uploaded files: the server would report the missing files as lost.

insert into public.synced_items (user_id, topic, id, data, session_at, changed_at, deleted, revision, stored_at)
select u.id, topic.name, 'item-' || number, case when number > 2 then topic.data end,
  case when topic.name = 'watch-mark' then u.created_at end, u.created_at + number * interval '1 hour',
  number <= 2, row_number() over (partition by u.id order by number, topic.name), now() - interval '2 days'
from auth.users u, generate_series(1, 10) as number, (values
  ('bible-mark', '{"color": "yellow"}'::jsonb),
  ('watch-mark', '{"position": 61.5, "duration": 1800, "state": "part"}'),
  ('watch-later', '{"addedAt": 1700000000000}')
) as topic (name, data)
where u.email like 'member._@lived-in.example';
-- As before the counters were added: those of an account are null until its next change.
insert into public.synced_accounts (user_id, revision)
select user_id, max(revision) from public.synced_items group by user_id;

insert into public.staff (user_id, permissions, invited_by, since, until)
select u.id, case number when 2 then public.staff_all_permissions() else array['devotionals', 'announce'] end,
  case when number > 2 then '00000000-0000-4000-a000-000000000002'::uuid end, u.created_at,
  case number when 4 then now() - interval '30 days' end
from auth.users u, generate_series(2, 4) as number where u.email = 'member.' || number || '@lived-in.example';
insert into public.studio_invitations (token_hash, email, permissions, invited_by, created_at, expires_at)
select md5(number::text) || md5(number::text), 'guest.' || number || '@lived-in.example', array['videos'],
  '00000000-0000-4000-a000-000000000002', now() - number * interval '3 days', now() + (3 - number) * interval '2 days'
from generate_series(1, 4) as number;

-- The trigger writes the rows that readers get.
insert into public.studio_documents (kind, id, body, version, updated_at, updated_by, updated_by_name)
select 'devotional', to_char(date '2024-03-01' + number, 'YYYY-MM-DD') || '.' || language,
  jsonb_build_object('title', 'Day ' || number, 'verse', 'John 1:' || number, 'content', repeat('The light shines. ', 20)),
  2, now() - interval '200 days', '00000000-0000-4000-a000-000000000003', 'Member 3'
from generate_series(1, 30) as number, unnest(array['en', 'fr']) as language;
insert into public.studio_documents (kind, id, body, version, updated_at, updated_by, updated_by_name)
select 'announcement', 'lived-in-' || number, null, 2, now() - interval '100 days',
  '00000000-0000-4000-a000-000000000003', 'Member 3'
from generate_series(1, 5) as number;
insert into public.studio_revisions (kind, document_id, version, before, after, summary, by, by_name, at)
select kind, id, version, '{}', body, 'Changed', updated_by, updated_by_name, updated_at from public.studio_documents;
insert into public.studio_drafts (kind, id, author, body, base_version)
select 'devotional', id, '00000000-0000-4000-a000-000000000003', body || '{"title": "Not published"}', 2
from public.studio_documents where id like '2024-03-0_.en';
insert into public.studio_previews (token_hash, kind, id, body, by, expires_at)
select md5(id) || md5(id), kind, id, body, author, now() - interval '1 day' from public.studio_drafts;
insert into public.studio_alerts (user_id, light, language)
values ('00000000-0000-4000-a000-000000000002', 'backups', 'fr');
insert into public.audit_log (at, actor, actor_name, action, subject, summary)
select at, by, by_name, kind || '.publish', document_id, summary from public.studio_revisions;

-- A third of the devices are unreachable; half of those are due for a retry.
insert into public.push_subscriptions (endpoint, topic, p256dh, auth, language, time_zone, hour, last_sent, created_at,
  failures, failing_since, retry_at)
select 'https://push.invalid/lived-in-' || number, topic, repeat('p', 87), repeat('a', 22),
  case number % 2 when 0 then 'en' else 'fr' end,
  case topic when 'verse' then 'Africa/Kigali' end, case topic when 'verse' then 6 end,
  'lived-in', now() - interval '300 days',
  case number % 3 when 0 then number else 0 end,
  case number % 3 when 0 then now() - interval '3 days' end,
  case number % 6 when 0 then now() + interval '6 hours' when 3 then now() - interval '1 hour' end
from generate_series(1, 24) as number, unnest(array['services', 'devotional', 'verse']) as topic;
insert into public.announcement_pushes (announcement, subscription)
select 'lived-in-1', id from public.push_subscriptions where topic = 'services';

insert into public.watch_hours (channel, hour, peak)
select 'lived-in', date_trunc('hour', now() - number * interval '1 hour', 'UTC'), 1 + number % 50
from generate_series(2, 400) as number;
insert into public.stats (hour, metric, key, value)
select date_trunc('hour', now() - number * interval '7 hours', 'UTC'), metric, 'lived-in-' || number % 7, 1 + number % 9
from generate_series(1, 300) as number, unnest(array['page', 'play', 'devotional', 'search']) as metric;

-- Left by a server that was killed.
insert into realtime.servers (id, seen_at) values (gen_random_uuid(), now() - interval '1 day');
insert into realtime.long_notices (content, made_at) values ('{}', now() - interval '1 day');
insert into realtime.messages (topic, extension, payload, event, private, inserted_at)
select 'lived-in', 'broadcast', '{"text": "hello"}', 'said', true, now() at time zone 'utc' - number * interval '1 hour'
from generate_series(1, 20) as number;
