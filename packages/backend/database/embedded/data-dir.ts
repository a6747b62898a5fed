import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, notWritableSentence, StartError } from "@reign-tv/kit/start-error.ts";

/** Creates DATA_DIR and checks that it is writable: 0700, or 0711 when root must let PostgreSQL in. */
export function prepareDataDir(dataDir: string): void {
  makeParents(dataDir);
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
  if (!statSync(dataDir).isDirectory()) {
    throw new StartError(`DATA_DIR (${dataDir}) is not a folder: set DATA_DIR to one.`);
  }
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  chmodSync(dataDir, mode);
  const probe = join(dataDir, `.probe.${process.pid}`);
  writeFileSync(probe, "");
  rmSync(probe);
}

function makeParents(dataDir: string): void {
  try {
    mkdirSync(dirname(dataDir), { recursive: true });
  } catch (error) {
    // Node reports this for a read-only disk when it creates nested folders.
    if (errorCode(error) !== "ENOENT") throw error;
    throw new StartError(notWritableSentence(dataDir), { cause: error });
  }
}
