import { randomUUID } from "node:crypto";
import { hostname, networkInterfaces } from "node:os";
import { join, resolve } from "node:path";
import { createFileStore } from "@reign-tv/kit/files/file-store.ts";
import type { Config } from "#server/settings/config.ts";

/** This server in rows of the database, and where other servers on the same network reach it. */
export type ThisServer = { id: string; address: string };

/** Reads the name of this server, which is the same after a restart, so that it continues its own work. */
export async function readThisServer(
  config: Pick<Config, "DATA_DIR" | "HOST" | "PORT">,
): Promise<ThisServer> {
  const store = createFileStore(join(resolve(config.DATA_DIR), "ingest"));
  const known = await store.get("server");
  const name = known ?? randomUUID();
  if (known === null) await store.set("server", name);
  return { id: `${hostname().slice(0, 60)}:${name}`, address: ownAddress(config) };
}

function ownAddress({ HOST, PORT }: Pick<Config, "HOST" | "PORT">): string {
  const isAny = HOST === "0.0.0.0" || HOST === "::";
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4");
  const host = isAny ? (outer?.address ?? "127.0.0.1") : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
