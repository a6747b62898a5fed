import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode, StartError } from "#server/kit/start-error.ts";
import { createFile, replaceFile } from "./atomic-file.ts";

/** Path of a secret; each is one file below DATA_DIR/secrets. */
export function secretPath(dataDir: string, name: string): string {
  return join(dataDir, "secrets", name);
}

/**
 * Reads a secret file; returns null when there is none.
 *
 * @throws StartError when others may read it, or this account may not.
 */
export function readSecretFile(dataDir: string, name: string): string | null {
  const path = secretPath(dataDir, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) {
    throw new StartError(`${path} should be a file with a secret: move what stands there away.`);
  }
  const mode = found.mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw new StartError(
      `The secret ${path} can be read by other accounts (mode ${mode.toString(8)}): run chmod 600 ${path} and start again. If somebody may have read it, delete it instead; docs/operating.md says under "Keys" what that costs.`,
    );
  }
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    throw new StartError(
      `The secret ${path} cannot be read by this account (owner ${found.uid}, mode ${mode.toString(8)}): run chmod 600 ${path}, as root after chown ${process.getuid?.() ?? ""} ${path}, and start again.`,
      { cause: error },
    );
  }
}

/** Replaces a secret file atomically and durably. */
export function replaceSecretFile(dataDir: string, name: string, text: string): Promise<void> {
  return replaceFile(secretPath(dataDir, name), `${text}\n`);
}

/**
 * Creates a secret file atomically, with mode 0600, and never overwrites one.
 *
 * @returns the content of the file, which is another process's when that one was first.
 */
export async function createSecretFile(
  dataDir: string,
  name: string,
  text: string,
): Promise<string> {
  const isFirst = await createFile(secretPath(dataDir, name), `${text}\n`);
  return isFirst ? text : (readSecretFile(dataDir, name) ?? text);
}
