import type { UseQueryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import type { Site } from "#web/lib/site.ts";

const settingsSchema = v.object({
  external: v.record(v.string(), v.boolean()),
  passkeys_enabled: v.optional(v.boolean(), false),
});

/** Sign-in methods of the service besides email and password. */
type EnabledMethods = { providers: string[]; hasPasskeys: boolean };

const NO_PROVIDERS = new Set(["email", "phone", "anonymous_users"]);

/** Fetches the enabled sign-in methods, without the backend client. */
export function enabledMethodsQuery(
  site: Pick<Site, "api" | "backendUrl" | "publishableKey">,
): UseQueryOptions<EnabledMethods> {
  return {
    queryKey: ["sign-in-offers"],
    staleTime: Infinity,
    retry: false,
    async queryFn({ signal }): Promise<EnabledMethods> {
      const answer = await site.api.getJson(`${site.backendUrl}/auth/v1/settings`, signal, {
        apikey: site.publishableKey,
      });
      const { external, passkeys_enabled: hasPasskeys } = v.parse(settingsSchema, answer);
      const providers = Object.keys(external).filter(
        (name) => external[name] === true && !NO_PROVIDERS.has(name),
      );
      return { providers, hasPasskeys };
    },
  };
}
