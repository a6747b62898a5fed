import postgres from "postgres";
import { StartError } from "@reign-tv/kit/start-error.ts";

if (!("isPatched" in postgres)) {
  throw new StartError(
    "The database driver is not patched, and would end the server when a connection is lost: run node scripts/setup.mjs patch.",
  );
}

/** The patched driver of PostgreSQL (decision 078); no other server module imports the package's code. */
export { postgres };
