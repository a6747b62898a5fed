import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { localisedPath } from "#shared/languages.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useSessionLoader } from "#web/features/account/account-form.tsx";
import { KEY_FAILED } from "#web/features/account/mfa/mfa.data.ts";
import { useStepFailure } from "#web/features/account/mfa/use-step-failure.ts";
import type { AccountResult, Failure } from "#web/features/account/result.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { dismissFailures } from "#web/ui/toast-list.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { signInWithPasskey } from "./passkeys.data.ts";
import { providerName, signInWithProvider } from "./sign-in-methods.data.ts";

type SignInButtonsProps = { providers: readonly string[]; hasPasskeys: boolean };

/** A button for each sign-in method besides the password. */
export function SignInButtons({ providers, hasPasskeys }: SignInButtonsProps) {
  const site = useSite();
  const accountTexts = useTexts(accountMessages);
  const { linked, passkeys } = useTexts(securityMessages);
  const { loadSession, prepareSession } = useSessionLoader();
  const failureTextOf = useStepFailure();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);

  function errorTextOf(failure: Failure): string {
    if (failure.code === KEY_FAILED) return passkeys.notUsed;
    return failure.code === UNKNOWN_PASSKEY ? passkeys.unknown : failureTextOf(failure);
  }

  async function enter(
    begin: (session: AccountSession) => Promise<AccountResult<null>>,
  ): Promise<void> {
    setIsPending(true);
    dismissFailures();
    const session = await loadSession();
    const result = session && (await begin(session));
    setIsPending(false);
    if (!session || !result) return;
    if (!result.ok) {
      const text = errorTextOf(result.failure);
      toast({ tone: "danger", title: accountTexts.failed, text });
    } else if (session.current().status === "signed-in") {
      const { signedInTitle: title, signedInText: text } = accountTexts;
      toast({ tone: "done", title, text });
    }
  }

  const landing = (): string => `${sharedOrigin(site)}${localisedPath("/auth", site.language)}`;
  return (
    <div className="stack-3" onFocus={prepareSession} onPointerDown={prepareSession}>
      <p className="text-center text-sm text-ink-soft">{linked.or}</p>
      {hasPasskeys && (
        <button
          type="button"
          disabled={isPending}
          onClick={() => void enter(signInWithPasskey)}
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
          onClick={() => void enter((session) => signInWithProvider(session, provider, landing()))}
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
