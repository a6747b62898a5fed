import { resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { loadKeys } from "#server/backend/keys.ts";
import { parseConfig } from "#server/config.ts";
import { setAdminRole } from "./admin-role.ts";

/**
 * Who may publish for everyone:
 *
 *   npm run admin -- make pastor@example.org
 *   npm run admin -- unmake pastor@example.org
 *
 * It talks to the running server with the secret key of DATA_DIR, so it works where the server's files
 * are and nowhere else.
 */
const USAGE = "Usage: npm run admin -- make|unmake <e-mail address of an account>";

async function main([action, email]: readonly string[]): Promise<void> {
  if ((action !== "make" && action !== "unmake") || email === undefined) throw new Error(USAGE);
  const config = parseConfig(process.env);
  if (config.SUPABASE_URL !== undefined) {
    throw new Error(
      'The accounts are in a Supabase project: set raw_app_meta_data to {"role": "admin"} there.',
    );
  }
  const keys = await loadKeys({ dataDir: resolve(config.DATA_DIR), now: Date.now });
  const client = createClient(`http://${config.HOST}:${config.PORT}`, keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await setAdminRole(client, email, action === "make");
  console.log(
    action === "make"
      ? `${email} may publish for everyone from the next sign-in on.`
      : `${email} is an ordinary member again.`,
  );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
