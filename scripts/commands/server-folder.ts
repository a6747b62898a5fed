import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Guards commands that need a server's files against another folder: outside the service's environment,
 * DATA_DIR is easily forgotten.
 *
 * @throws Error with a hint when no server ever started on the folder; creates nothing there.
 */
export function requireServerFolder(dataDir: string): void {
  if (existsSync(join(dataDir, "secrets"))) return;
  throw new Error(
    `No server has started on DATA_DIR ${dataDir} yet: set DATA_DIR (or DATABASE_URL) as the server has it. A systemd unit shows its own with systemctl show -p Environment.`,
  );
}
