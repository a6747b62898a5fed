import { messageOf } from "#server/kit/start-error.ts";
import { applySettingsFile } from "#server/settings/settings-file.ts";

/**
 * Runs what an operator has typed, with the settings of SETTINGS_FILE. A failure is one sentence on standard error
 * and exit status 1, without a stack: the errors of our commands say what to do.
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
