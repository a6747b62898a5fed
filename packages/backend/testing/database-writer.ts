import { argv, exit, stdout } from "node:process";
import { openDatabase } from "#backend/database/open-database.ts";
import { createLogger } from "@reign-tv/kit/log.ts";

/**
 * Minimal server for crash tests: `node database-writer.ts DATA_DIR MIGRATIONS_DIR`. It commits numbered rows
 * without end and prints each number after its commit: every printed number must survive.
 */
const [, , dataDir, migrationsDir] = argv;
if (dataDir === undefined || migrationsDir === undefined) exit(2);
const database = await openDatabase({
  dataDir,
  databaseUrl: null,
  uid: null,
  log: createLogger("silent"),
  migrationsDir,
});
await database.auth`create table if not exists auth.written (number int primary key)`;
const rows = await database.auth<{ next: number }[]>`
  select coalesce(max(number), 0) + 1 as next from auth.written`;
stdout.write("ready\n");
for (let number = rows[0]?.next ?? 1; ; number += 1) {
  await database.auth`insert into auth.written (number) values (${number})`;
  stdout.write(`${number}\n`);
}
