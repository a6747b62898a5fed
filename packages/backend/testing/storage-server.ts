import type { AddressInfo } from "node:net";
import { argv, exit, stdout } from "node:process";
import { serve } from "@hono/node-server";
import * as v from "valibot";
import { createBackend } from "#backend/backend.ts";
import { loadKeys } from "#backend/keys.ts";
import { connector, socketAddress } from "#backend/database/connection.ts";
import { openPools } from "#backend/database/pools.ts";
import { createLogger } from "@reign-tv/kit/log.ts";
import { backendSettings } from "./settings.ts";

/**
 * A backend in its own process, to be killed: `node storage-server.ts JSON`. It prints its URL when
 * it listens.
 */
const optionsSchema = v.object({
  dataDir: v.string(),
  socketDir: v.string(),
  secret: v.string(),
  database: v.string(),
});
export type StorageServerOptions = v.InferOutput<typeof optionsSchema>;

if (argv[2] === undefined) exit(2);
const { dataDir, socketDir, secret, database } = v.parse(optionsSchema, JSON.parse(argv[2]));
const backend = createBackend({
  database: openPools(connector(socketAddress(socketDir), secret, database), () =>
    Promise.resolve(),
  ),
  settings: backendSettings({ siteUrl: "http://127.0.0.1", dataDir }),
  keys: await loadKeys({ dataDir, now: Date.now }),
  log: createLogger("silent"),
  now: Date.now,
  functionsDir: null,
  functionEnv: () => ({}),
  functionFetch: () => Promise.reject(new Error("no network")),
  isReloading: false,
  wait: () => Promise.resolve(),
});
serve({ fetch: backend.app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }: AddressInfo) => {
  stdout.write(`http://127.0.0.1:${port}\n`);
});
