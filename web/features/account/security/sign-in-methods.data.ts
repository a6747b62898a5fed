import type { Provider, UserIdentity } from "@supabase/supabase-js";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import type { AccountResult } from "#web/features/account/result.ts";
import { toMfaResult } from "#web/features/account/mfa/mfa.data.ts";

const NAMES: Readonly<Record<string, string>> = {
  github: "GitHub",
  gitlab: "GitLab",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
  workos: "WorkOS",
  azure: "Microsoft",
  x: "X",
};

/** Returns the brand name of a provider. @param id of the auth service, such as "google". */
export function providerName(id: string): string {
  return NAMES[id] ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** Redirects to a provider, which redirects back to `landing` with a session. */
export async function signInWithProvider(
  { client }: AccountSession,
  provider: string,
  landing: string,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.signInWithOAuth({
    provider: toProvider(provider),
    options: { redirectTo: landing },
  });
  return toMfaResult(error);
}

/** Redirects to a provider, whose identity is then linked to this account. */
export async function linkProvider(
  { client }: AccountSession,
  provider: string,
  landing: string,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.linkIdentity({
    provider: toProvider(provider),
    options: { redirectTo: landing },
  });
  return toMfaResult(error);
}

export async function unlinkProvider(
  { client }: AccountSession,
  identity: UserIdentity,
): Promise<AccountResult<null>> {
  const { error } = await client.auth.unlinkIdentity(identity);
  if (!error) await client.auth.refreshSession();
  return toMfaResult(error);
}

/** The service's list decides: the client's type knows the names of one release only. */
function toProvider(name: string): Provider {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service sent this name
  return name as Provider;
}
