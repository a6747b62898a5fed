import type { Provider, UserIdentity } from "@supabase/supabase-js";
import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { backendFetch } from "#web/lib/session/backend-fetch.ts";
import type { AccountSession } from "#web/lib/session/session.ts";
import type { AccountResult } from "#web/features/account/result.ts";
import { toMfaResult } from "#web/features/account/mfa/mfa.data.ts";
import type { OpenSession } from "./security-query.ts";

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

const settingsSchema = v.object({
  external: v.record(v.string(), v.boolean()),
  passkeys_enabled: v.optional(v.boolean(), false),
});

/** Sign-in methods of the service besides email and password. */
export type EnabledMethods = { providers: string[]; hasPasskeys: boolean };

const NO_PROVIDERS = new Set(["email", "phone", "anonymous_users"]);

type EnabledMethodsKey = readonly ["sign-in-offers"];

/** Fetches the enabled sign-in methods; the client has no call for it. */
export function enabledMethodsQuery(
  openSession: OpenSession,
): UseQueryOptions<EnabledMethods, Error, EnabledMethods, EnabledMethodsKey> {
  return queryOptions({
    queryKey: ["sign-in-offers"] as const,
    staleTime: Infinity,
    retry: false,
    async queryFn({ signal }): Promise<EnabledMethods> {
      const { backendUrl, publishableKey } = openSession();
      const response = await backendFetch(`${backendUrl}/auth/v1/settings`, {
        headers: { apikey: publishableKey },
        signal,
      });
      const { external, passkeys_enabled: hasPasskeys } = v.parse(
        settingsSchema,
        await response.json(),
      );
      const providers = Object.keys(external).filter(
        (name) => external[name] === true && !NO_PROVIDERS.has(name),
      );
      return { providers, hasPasskeys };
    },
  });
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
