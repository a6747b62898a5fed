import { useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { localisedPath } from "#shared/languages.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { isPhoneApp, sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { dismissFailures } from "#web/ui/toast-list.ts";
import { useToast } from "#web/ui/use-toast.ts";
import type { Failure, AccountResult } from "#web/features/account/result.ts";
import { useStepFailure } from "#web/features/account/mfa/use-step-failure.ts";
import { KEY_FAILED } from "#web/features/account/mfa/mfa.data.ts";
import { canUsePasskeys, signInWithPasskey } from "./passkeys.data.ts";
import { enabledMethodsQuery, signInWithProvider, providerName } from "./sign-in-methods.data.ts";

/** Sign-in methods besides the password, as far as the service and this browser offer them. */
export function SignInMethods() {
  const site = useSite();
  const openSession = useOpenSession();
  const { data } = useQuery(enabledMethodsQuery(openSession));
  // A provider redirects to a URL, and the native app has none.
  const providers = isPhoneApp(site) ? [] : (data?.providers ?? []);
  const hasPasskeys = data?.hasPasskeys === true && canUsePasskeys(site);
  if (providers.length === 0 && !hasPasskeys) return null;
  return <MethodButtons providers={providers} hasPasskeys={hasPasskeys} />;
}

type MethodButtonsProps = { providers: readonly string[]; hasPasskeys: boolean };

function MethodButtons({ providers, hasPasskeys }: MethodButtonsProps) {
  const site = useSite();
  const accountTexts = useTexts(accountMessages);
  const { linked, passkeys } = useTexts(securityMessages);
  const openSession = useOpenSession();
  const failureTextOf = useStepFailure();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);

  function errorTextOf(failure: Failure): string {
    if (failure.code === KEY_FAILED) return passkeys.notUsed;
    return failure.code === UNKNOWN_PASSKEY ? passkeys.unknown : failureTextOf(failure);
  }

  async function enter(begin: () => Promise<AccountResult<null>>): Promise<void> {
    setIsPending(true);
    dismissFailures();
    const result = await begin();
    setIsPending(false);
    if (!result.ok) {
      const text = errorTextOf(result.failure);
      toast({ tone: "danger", title: accountTexts.failed, text });
    } else if (openSession().current().status === "signed-in") {
      const { signedInTitle: title, signedInText: text } = accountTexts;
      toast({ tone: "done", title, text });
    }
  }

  const landing = (): string => `${sharedOrigin(site)}${localisedPath("/auth", site.language)}`;
  return (
    <div className="stack-3">
      <p className="text-center text-sm text-ink-soft">{linked.or}</p>
      {hasPasskeys && (
        <button
          type="button"
          disabled={isPending}
          onClick={() => void enter(() => signInWithPasskey(openSession()))}
          className={buttonStyle("outline", "w-full")}
        >
          <Fingerprint aria-hidden className="size-5" />
          {passkeys.signIn}
        </button>
      )}
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          disabled={isPending}
          onClick={() => void enter(() => signInWithProvider(openSession(), provider, landing()))}
          className={buttonStyle("outline", "w-full")}
        >
          {linked.signInWith(providerName(provider))}
        </button>
      ))}
    </div>
  );
}

/** The service rejects the passkey; usually it was removed from the account. */
const UNKNOWN_PASSKEY = "webauthn_verification_failed";
