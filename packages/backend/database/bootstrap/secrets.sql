-- Secrets that all servers on this database share. No grant and no default privilege reaches this schema:
-- only the owner's role, which the server alone becomes, can read it.

create table if not exists supabase_migrations.server_secrets (
  name text primary key,
  value text not null,
  made_at timestamptz not null default now()
);
