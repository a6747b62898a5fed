import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  createSecretFile,
  readSecretFile,
  replaceSecretFile,
  isStrong,
  newSecret,
} from "@reign-tv/kit/files/secret-store.ts";
import { errorCode, StartError } from "@reign-tv/kit/start-error.ts";
import { CLEAN_ENVIRONMENT } from "./binaries.ts";
import { connector, rolePassword, socketAddress } from "#backend/database/connection.ts";
import type { ClusterLocation } from "./cluster-location.ts";
import { MINUTE_MS } from "@reign-tv/kit/durations.ts";

const FILE_NAME = "database";
const SINGLE_USER_LIMIT_MS = MINUTE_MS;

/**
 * Loads the secret from which the passwords of the embedded cluster's logins are derived
 * (`DATA_DIR/secrets/database`). A missing or damaged one is simply replaced: `resetLogin` then updates the
 * cluster.
 *
 * @throws StartError when others may read it.
 */
export async function loadClusterSecret(dataDir: string): Promise<string> {
  const stored = readSecretFile(dataDir, FILE_NAME);
  if (stored === null) return createSecretFile(dataDir, FILE_NAME, newSecret());
  if (isStrong(stored)) return stored;
  const renewed = newSecret();
  await replaceSecretFile(dataDir, FILE_NAME, renewed);
  return renewed;
}

/** Returns false when the running cluster has another secret; other errors appear in the next step. */
export async function acceptsSecret(socketDir: string, secret: string): Promise<boolean> {
  const connect = connector(socketAddress(socketDir), secret, "postgres");
  const sql = connect("supabase_admin", { max: 1, fetchTypes: false });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    return errorCode(error) !== "28P01";
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Resets the password of the boot role in single-user mode, which needs no password: the owner of the files
 * owns the cluster. The boot SQL then does the same for the other logins.
 *
 * @param location of a cluster that does not run.
 * @throws StartError when PostgreSQL fails.
 */
export async function resetLogin(location: ClusterLocation, secret: string): Promise<void> {
  const { nativeDir, clusterDir, account } = location;
  const output = await runSingleUser(
    { command: join(nativeDir, "bin", "postgres"), clusterDir, account },
    `alter role supabase_admin with login password '${rolePassword(secret, "supabase_admin")}'\n`,
  );
  const failure = /(?:FATAL|PANIC|ERROR): +(.+)/.exec(output)?.[1];
  if (failure !== undefined) {
    throw new StartError(
      `The database in ${clusterDir} does not accept a new password (${failure}). Restore DATA_DIR/secrets/${FILE_NAME} from a backup.`,
    );
  }
}

function runSingleUser(
  program: {
    readonly command: string;
    readonly clusterDir: string;
    readonly account: ClusterLocation["account"];
  },
  statement: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.command, ["--single", "-D", program.clusterDir, "postgres"], {
      ...program.account,
      cwd: "/",
      env: CLEAN_ENVIRONMENT,
      stdio: ["pipe", "ignore", "pipe"],
      timeout: SINGLE_USER_LIMIT_MS,
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
    // A program that ends early closes its input; its output tells the reason.
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", () => resolve(output));
    child.stdin.end(statement);
  });
}
