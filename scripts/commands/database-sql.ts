import { parseConfig } from "#server/settings/config.ts";
import { preparationSql } from "@reign-tv/backend";
import { runCommand } from "./run-command.ts";

/**
 * Prints the SQL that an administrator of a PostgreSQL server runs once for a login that may not create
 * roles:
 *
 *   npm run --silent database:sql | psql "postgres://admin@host/database"
 *
 * Reads login and database from DATABASE_URL and connects to nothing.
 */
function main(): void {
  const { DATABASE_URL } = parseConfig(process.env);
  if (DATABASE_URL === undefined) {
    throw new Error("Set DATABASE_URL to the address that the server will use.");
  }
  const { username, pathname } = new URL(DATABASE_URL);
  const login = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1)) || login;
  if (login === "") throw new Error("DATABASE_URL names no login: postgres://login@host/database.");
  process.stdout.write(preparationSql({ login, database }));
}

await runCommand(main);
