import { parseConfig } from "#server/settings/config.ts";
import { functionVariables } from "#server/settings/function-variables.ts";
import { loadLibrary, MEDIA_DIR } from "#server/media/library.ts";
import { runCommand } from "./run-command.ts";
import { loadMinistry } from "#server/settings/ministry.ts";

/**
 * Prints the secrets of the functions on a Supabase project, from this server's environment and
 * ministry.json, as a file for Supabase's command line:
 *
 *   npm run --silent supabase:secrets > secrets.env
 *   supabase secrets set --env-file secrets.env
 */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  if (config.PUBLIC_URL === undefined) {
    throw new Error(
      "Set PUBLIC_URL to the address of the site, where the functions find its texts.",
    );
  }
  const ministry = await loadMinistry(config.MINISTRY_FILE, await loadLibrary(MEDIA_DIR));
  const variables = functionVariables(config, ministry);
  for (const [name, value] of Object.entries(variables)) {
    // Single quotes keep a value unchanged.
    process.stdout.write(`${name}='${value.replaceAll("'", "")}'\n`);
  }
}

await runCommand(main);
