import { resolve } from "node:path";
import { openSecrets, rotateSigningKey } from "@reign-tv/backend";
import { parseConfig } from "#server/settings/config.ts";
import { runCommand, requireServerFolder } from "./run-command.ts";

/**
 * Replaces a signing key that may have leaked: `npm run keys:rotate`, then restart the server. Tokens of the
 * old key stay valid for 24 more hours.
 */
export async function rotateKey(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = parseConfig(environment);
  if (config.SUPABASE_URL !== undefined) {
    throw new Error("The sessions are signed by a Supabase project: rotate its keys there.");
  }
  const dataDir = resolve(config.DATA_DIR);
  const { databaseUrl } = config;
  if (databaseUrl === null) requireServerFolder(dataDir);
  const secrets = await openSecrets({ dataDir, databaseUrl });
  try {
    await rotateSigningKey(secrets.store, Date.now());
  } finally {
    await secrets.close();
  }
  console.log(
    "New signing key created. Restart the server to use it; no one has to sign in again. Then run npm run backup: earlier backups hold the old key.",
  );
}

if (import.meta.main) await runCommand(() => rotateKey(process.env));
