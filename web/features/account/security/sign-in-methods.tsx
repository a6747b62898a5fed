import { useQuery } from "@tanstack/react-query";
import { isPhoneApp, useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { canUsePasskeys } from "./can-use-passkeys.ts";
import { enabledMethodsQuery } from "./enabled-methods.data.ts";

/** Loads where the service offers such a method. */
const SignInButtons = optional(async () => (await import("./sign-in-buttons.tsx")).SignInButtons);

/** Sign-in methods besides the password, as far as the service and this browser offer them. */
export function SignInMethods() {
  const site = useSite();
  const { data } = useQuery(enabledMethodsQuery(site));
  // A provider redirects to a URL, and the native app has none.
  const providers = isPhoneApp(site) ? [] : (data?.providers ?? []);
  const hasPasskeys = data?.hasPasskeys === true && canUsePasskeys(site);
  if (providers.length === 0 && !hasPasskeys) return null;
  return <SignInButtons providers={providers} hasPasskeys={hasPasskeys} />;
}
