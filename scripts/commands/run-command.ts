import { messageOf } from "@reign-tv/kit/start-error.ts";
import { applySettingsFile } from "#server/settings/settings-file.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Runs an operator's command, with the settings of SETTINGS_FILE. Prints a failure as one sentence on
 * standard error, without a stack, and exits with 1: the errors of commands hold a hint.
 */
export async function runCommand(command: () => void | Promise<void>): Promise<void> {
  try {
    applySettingsFile(process.env);
    await command();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

/**
 * Guards commands that need a server's files against another folder: outside the service's environment,
 * DATA_DIR is easily forgotten.
 *
 * @throws Error with a hint when no server ever started on the folder; creates nothing there.
 */
export function requireServerFolder(dataDir: string): void {
  if (existsSync(join(dataDir, "secrets"))) return;
  throw new Error(
    `No server has been started with DATA_DIR ${dataDir}: name the service's file of settings in SETTINGS_FILE (/etc/reign-tv.env), or set DATA_DIR or DATABASE_URL as the service has them.`,
  );
}
