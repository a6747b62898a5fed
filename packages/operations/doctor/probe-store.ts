import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TEXT = "a file of npm run doctor";

/** A small file for testing a store. */
type ProbeFile = {
  readonly path: string;
  readonly bytes: number;
  /** Of the content, in hex. */
  readonly sha256: string;
  readonly text: string;
};

/** Passes a small temporary file to `work`. */
export async function withProbeFile<T>(work: (file: ProbeFile) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "reign-doctor-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, TEXT);
    const sha256 = createHash("sha256").update(TEXT).digest("hex");
    return await work({ path, bytes: Buffer.byteLength(TEXT), sha256, text: TEXT });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SOMETHING_ELSE = /differs from the file written/i;
const UNREACHABLE = /cannot be reached|ENOTFOUND|ECONNREFUSED|fetch failed|timeout/i;

/**
 * Hint for an error of S3-compatible storage.
 *
 * @param reason of the error, such as `S3 answered 403`.
 * @param prefix of the variables that name the store, such as `S3_`.
 */
export function storeHint(reason: string, prefix: string): string {
  const status = /S3 answered (\d+)/.exec(reason)?.[1];
  if (status === "403" || status === "401") {
    return `Compare ${prefix}ACCESS_KEY_ID and ${prefix}SECRET_ACCESS_KEY with the provider's; the key must read, write, list and delete in the bucket, and this computer's clock must be right.`;
  }
  if (status === "404") {
    return `Make the bucket at the provider, or correct ${prefix}BUCKET; ${prefix}ENDPOINT is the provider's address without the bucket's name.`;
  }
  if (status?.startsWith("3") === true) {
    return `The bucket is at another address: set ${prefix}REGION to the bucket's region and ${prefix}ENDPOINT to the provider's address for it, with https:// and without the bucket's name.`;
  }
  if (SOMETHING_ELSE.test(reason)) {
    return `${prefix}ENDPOINT leads to a web page: set it to the provider's address for S3, not that of its console or website; a proxy or a sign-in page of the network may stand between, too.`;
  }
  if (status === "400") {
    return `Set ${prefix}REGION to the bucket's region; ${prefix}ENDPOINT must be the one of that region.`;
  }
  if (UNREACHABLE.test(reason)) {
    return `Check ${prefix}ENDPOINT: the provider's address for the bucket's region, without the bucket's name; this computer must reach it.`;
  }
  return "Try again in an hour, and ask the provider of the store.";
}
