import { parseConfig } from "#server/settings/config.ts";
import { removeTwoStep, setAdminRole } from "./admin-role.ts";
import { ownerLinkText } from "./owner-link-text.ts";
import { runCommand } from "./run-command.ts";
import { openServerClient } from "./server-client.ts";

/**
 * Manages the accounts that may publish for everyone:
 *
 *   npm run admin -- make pastor@example.org
 *   npm run admin -- unmake pastor@example.org
 *
 * removes the two-step sign-in of someone who lost app and recovery codes:
 *
 *   npm run admin -- remove-two-step pastor@example.org
 *
 * and prints the invitation of the studio's first owner, while there is no owner:
 *
 *   npm run admin -- owner
 *
 * Calls the running server with its secret key, so it needs the server's DATA_DIR or DATABASE_URL.
 */
const USAGE =
  "Usage: npm run admin -- make|unmake|remove-two-step <email address of an account>, or owner";

async function main([action, email]: readonly string[]): Promise<void> {
  if (!isAction(action) || (email === undefined) !== (action === "owner")) throw new Error(USAGE);
  const config = parseConfig(process.env);
  if (config.SUPABASE_URL !== undefined) throw new Error(IN_A_PROJECT[action]);
  const client = await openServerClient(config);
  if (email === undefined) {
    console.log(await ownerLinkText(client, config.siteUrl));
    return;
  }
  if (action === "remove-two-step") {
    await removeTwoStep(client, email);
    console.log(`${email} signs in with the password alone, and should add a new app at once.`);
    return;
  }
  await setAdminRole(client, email, action === "make");
  console.log(
    action === "make"
      ? `${email} can publish for everyone after the next sign-in.`
      : `${email} is an ordinary member again.`,
  );
}

/** In a Supabase project, its own SQL does it. */
const ADMIN_IN_A_PROJECT =
  'The accounts are in a Supabase project: set raw_app_meta_data to {"role": "admin"} there.';
const IN_A_PROJECT = {
  make: ADMIN_IN_A_PROJECT,
  unmake: ADMIN_IN_A_PROJECT,
  "remove-two-step":
    "The accounts are in a Supabase project: delete the account's rows of auth.mfa_factors in its SQL editor.",
  owner:
    "The accounts are in a Supabase project: run `select studio_first_owner()` in its SQL editor and open /studio/join#TOKEN.owner on the site.",
} as const;

function isAction(action: string | undefined): action is keyof typeof IN_A_PROJECT {
  return action !== undefined && Object.hasOwn(IN_A_PROJECT, action);
}

await runCommand(() => main(process.argv.slice(2)));
