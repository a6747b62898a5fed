import { readFileSync, statSync } from "node:fs";
import { StartError } from "@reign-tv/kit/start-error.ts";

/** User and group of PostgreSQL, which refuses to run as root. */
export type Account = { readonly uid: number; readonly gid: number };

/** `nobody` on every Unix without an account for PostgreSQL. */
const FALLBACK_ID = 65_534;

/**
 * Chooses the account of the embedded PostgreSQL (R-71: never root). None when the server is not root; else
 * the owner of an existing cluster, the configured uid, the account `postgres`, or nobody, in this order.
 *
 * @throws StartError when this process cannot become the owner of the cluster.
 */
export function chooseAccount(options: {
  readonly clusterDir: string;
  readonly requestedUid: number | null;
}): Account | null {
  const owner = statSync(options.clusterDir, { throwIfNoEntry: false });
  const self = process.getuid?.() ?? 0;
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new StartError(
        `The database in ${options.clusterDir} belongs to user ${owner.uid}. Start the server as that user or as root.`,
      );
    }
    return null;
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readAccounts();
  if (options.requestedUid !== null) {
    const uid = options.requestedUid;
    return accounts.find((account) => account.uid === uid) ?? { uid, gid: uid };
  }
  return accounts.find(({ name }) => name === "postgres") ?? { uid: FALLBACK_ID, gid: FALLBACK_ID };
}

function readAccounts(): readonly (Account & { readonly name: string })[] {
  try {
    return readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .map((line) => line.split(":"))
      .filter((fields) => fields.length >= 4)
      .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}
