import { resolve } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { type Config, parseConfig } from "#server/settings/config.ts";
import { openSecrets } from "@reign-tv/backend";
import { setAdminRole } from "./admin-role.ts";
import { ownerLinkText } from "./owner-link-text.ts";
import { runCommand, requireServerFolder } from "./run-command.ts";

/**
 * Manages the accounts that may publish for everyone:
 *
 *   npm run admin -- make pastor@example.org
 *   npm run admin -- unmake pastor@example.org
 *
 * and prints the invitation of the studio's first owner, while there is no owner:
 *
 *   npm run admin -- owner
 *
 * Calls the running server with its secret key, so it needs the server's DATA_DIR or DATABASE_URL.
 */
const USAGE = "Usage: npm run admin -- make|unmake <email address of an account>, or owner";

async function main([action, email]: readonly string[]): Promise<void> {
  const isKnown = action === "owner" || action === "make" || action === "unmake";
  if (!isKnown || (email === undefined) !== (action === "owner")) throw new Error(USAGE);
  const config = parseConfig(process.env);
  if (config.SUPABASE_URL !== undefined) throw new Error(IN_A_PROJECT[action]);
  const address = `http://${config.HOST}:${config.PORT}`;
  const secretKey = await readSecretKey(config);
  await requireServer(address);
  const client = createClient(address, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  if (email === undefined) {
    console.log(await ownerLinkText(client, config.siteUrl));
    return;
  }
  await setAdminRole(client, email, action === "make");
  console.log(
    action === "make"
      ? `${email} can publish for everyone after the next sign-in.`
      : `${email} is an ordinary member again.`,
  );
}

/** In a Supabase project, its own SQL does it. */
const ADMIN_IN_A_PROJECT =
  'The accounts are in a Supabase project: set raw_app_meta_data to {"role": "admin"} there.';
const IN_A_PROJECT = {
  make: ADMIN_IN_A_PROJECT,
  unmake: ADMIN_IN_A_PROJECT,
  owner:
    "The accounts are in a Supabase project: run `select studio_first_owner()` in its SQL editor and open /studio/join#TOKEN.owner on the site.",
} as const;

/** Reads the server's secret key; creates neither a key nor a folder. */
async function readSecretKey(config: Config): Promise<string> {
  const dataDir = resolve(config.DATA_DIR);
  const { databaseUrl } = config;
  if (databaseUrl === null) requireServerFolder(dataDir);
  const secrets = await openSecrets({ dataDir, databaseUrl });
  try {
    const key = await secrets.store.read("secret-key");
    if (key !== null) return key;
    const place = databaseUrl === null ? `DATA_DIR ${dataDir}` : "DATABASE_URL";
    throw new Error(`There is no secret key in ${place} yet: start the server first.`);
  } finally {
    await secrets.close();
  }
}

async function requireServer(address: string): Promise<void> {
  const isThere = await fetch(new URL("/healthz", address)).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) return;
  throw new Error(
    `No server is running at ${address}: start it, or set HOST and PORT to match it.`,
  );
}

await runCommand(() => main(process.argv.slice(2)));
