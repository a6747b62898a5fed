import { resolve } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { openSecrets } from "@reign-tv/backend";
import { addressOf } from "#server/http/http-server.ts";
import type { Config } from "#server/settings/config.ts";
import { requireServerFolder } from "./run-command.ts";

/**
 * Opens the running server with its secret key, from its DATA_DIR or DATABASE_URL.
 *
 * @throws Error with a hint when there is no key, or no server.
 */
export async function openServerClient(config: Config): Promise<SupabaseClient> {
  const address = addressOf(config.HOST, config.PORT);
  const secretKey = await readSecretKey(config);
  await requireServer(address);
  return createClient(address, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

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
