import { writeFileSync } from "node:fs";
import { startScratchPostgres } from "@reign-tv/backend/testing/scratch-server.ts";
import { MIGRATIONS_DIR } from "#server/settings/backend-settings.ts";
import { messageOf } from "@reign-tv/kit/start-error.ts";
import { readSchema } from "./read-schema.ts";
import { readSchemaSql, SCHEMA_FILE } from "./schema-sql.ts";
import { DATABASE_TYPES_FILE, writeTypes } from "./write-types.ts";

/**
 * `npm run db:types`: applies the migrations to a temporary PostgreSQL and writes the types of schema public
 * to shared/contracts and the schema itself to supabase/schema.sql. Run it after every new migration.
 */
async function main(): Promise<void> {
  const postgres = await startScratchPostgres({ migrationsDir: MIGRATIONS_DIR });
  try {
    const sql = postgres.connect("supabase_admin", { max: 1 });
    writeFileSync(DATABASE_TYPES_FILE, writeTypes(await readSchema(sql)));
    writeFileSync(SCHEMA_FILE, await readSchemaSql(sql));
    await sql.end({ timeout: 1 });
    console.log(`Written: ${DATABASE_TYPES_FILE}, ${SCHEMA_FILE}`);
  } finally {
    await postgres.stop();
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
