import { messageOf } from "#server/kit/start-error.ts";
import { applySettingsFile } from "#server/settings/settings-file.ts";

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
