import type { ReactNode } from "react";
import { reenterPasswordRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";
import type { AccountSession } from "#web/lib/session/session.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { PasswordInput, useAccountForm } from "#web/features/account/account-form.tsx";
import { signIn } from "#web/features/account/auth.data.ts";
import { failureText } from "#web/features/account/result.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { MfaForm } from "#web/features/account/mfa/mfa-form.tsx";

/** The email is known to be right, so the password is wrong. */
const WRONG_CREDENTIALS = "invalid_credentials";

type ConfirmPasswordProps = {
  email: string;
  /** Opens the client that signs in. */
  open: () => AccountSession["client"];
  /** Called after the password was accepted. */
  onSignedIn?: () => Promise<void>;
  /** Reason for asking. */
  children?: ReactNode;
};

/** Asks for the password of a known email. */
export function ConfirmPassword({ email, open, onSignedIn, children }: ConfirmPasswordProps) {
  const accountTexts = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  const { formProps, errors, isPending } = useAccountForm(
    reenterPasswordRules,
    async ({ password }) => {
      const result = await signIn(open(), { email, password });
      if (result.ok) return onSignedIn?.();
      if (result.failure.code === WRONG_CREDENTIALS) return { password: texts.wrongPassword };
      return { password: failureText(result.failure, accountTexts, accountTexts.tryLater) };
    },
  );
  return (
    <form {...formProps} method="post" className="mb-5 stack-3 rounded-card bg-gold-soft p-4">
      {children}
      <div>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={texts.password}
          name="password"
          autoComplete="current-password"
          error={errors["password"]}
        />
      </div>
      <SubmitButton text={texts.signInAgain} pendingText={texts.signingIn} isPending={isPending} />
    </form>
  );
}

type SignInAgainProps = { email: string };

/** Signs the same user in again inside a dialog whose session has ended. */
export function SignInAgain({ email }: SignInAgainProps) {
  const texts = useTexts(profileMessages);
  const openSession = useOpenSession();
  const session = useSession();
  if (session.status !== "second-step") {
    return (
      <ConfirmPassword email={email} open={() => openSession().client}>
        <p role="alert" className="font-medium">
          {texts.sessionEnded}
        </p>
      </ConfirmPassword>
    );
  }
  return (
    <div className="mb-5 rounded-card bg-gold-soft p-4">
      <MfaForm user={session.user} />
    </div>
  );
}
