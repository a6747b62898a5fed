#!/bin/sh
# Runs once, when PostgreSQL has made an empty cluster: the site's own login and database, no superuser.
set -eu
psql --username="$POSTGRES_USER" --dbname=postgres --set=ON_ERROR_STOP=1 \
  --set=password="$DATABASE_PASSWORD" <<'SQL'
create role ministry login createrole password :'password';
create database ministry owner ministry;
SQL
