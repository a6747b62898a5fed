import { once } from "node:events";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "postgres";
import * as v from "valibot";
import { give } from "#backend/database/embedded/cluster-location.ts";
import type { RunningCluster } from "./connect-cluster.ts";

/** A base backup on disk, with the start of its WAL. */
export type BaseBackup = {
  readonly folder: string;
  /** Identifier of the cluster, the same for all its copies; a decimal number of 64 bits. */
  readonly systemId: string;
  readonly timeline: number;
  /** Position in the WAL, as PostgreSQL writes it: `0/3000028`. */
  readonly startLsn: string;
};

/** PostgreSQL's file names in a base backup. */
export const BASE_FILE = "base.tar.gz";
export const MANIFEST_FILE = "backup_manifest";

const identitySchema = v.pipe(v.array(v.object({ systemid: v.string() })), v.length(1));
const rangesSchema = v.object({
  "WAL-Ranges": v.strictTuple([v.object({ Timeline: v.number(), "Start-LSN": v.string() })]),
});

/**
 * Makes the running PostgreSQL write a base backup, with the WAL that makes it consistent. Clients can write
 * in the meantime.
 *
 * @param folder is created again; the cluster's account must be able to write there.
 * @throws PostgresError 53100 when the disk is full, and other errors of the server.
 */
export async function takeBaseBackup(cluster: RunningCluster, folder: string): Promise<BaseBackup> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  give(folder, cluster.location.account);
  const sql = cluster.connect("supabase_admin", {
    max: 1,
    fetchTypes: false,
    settings: { replication: "true" },
  });
  try {
    const [identity] = v.parse(identitySchema, await sql.unsafe("IDENTIFY_SYSTEM").simple());
    await writeCopy(sql, realpathSync(folder));
    const manifest: unknown = JSON.parse(await readFile(join(folder, MANIFEST_FILE), "utf8"));
    const [range] = v.parse(rangesSchema, manifest)["WAL-Ranges"];
    return {
      folder,
      systemId: identity?.systemid ?? "",
      timeline: range.Timeline,
      startLsn: range["Start-LSN"],
    };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The response streams progress; it ends, or fails, with the backup. */
async function writeCopy(sql: Sql, folder: string): Promise<void> {
  const target = folder.replaceAll("'", "''");
  const progress = await sql
    .unsafe(
      `BASE_BACKUP (LABEL 'backup', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256',
         TARGET 'server', TARGET_DETAIL '${target}', COMPRESSION 'gzip')`,
    )
    .simple()
    .readable();
  progress.resume();
  await once(progress, "end");
}
