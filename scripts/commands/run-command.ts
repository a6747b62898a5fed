import { messageOf } from "#server/kit/start-error.ts";

/**
 * Runs what an operator has typed. A failure is one sentence on standard error and exit status 1, without
 * a stack: the errors of our commands say what to do.
 */
export async function runCommand(command: () => void | Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
