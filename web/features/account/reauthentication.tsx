import { type ReactNode, useEffect, useState } from "react";
import { reenterPasswordRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";
import type { AccountSession } from "#web/lib/session/account-session.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { PasswordInput, useSessionForm } from "./account-form.tsx";
import { signIn } from "./auth.data.ts";
import { failureText } from "./result.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { MfaForm } from "./mfa/mfa-form.tsx";
import type { User } from "@supabase/supabase-js";
import { needsMfa } from "#web/lib/session/assurance.ts";
import { useToast } from "#web/ui/use-toast.ts";

/** The email is known to be right, so the password is wrong. */
const WRONG_CREDENTIALS = "invalid_credentials";

type ConfirmPasswordProps = {
  email: string;
  /** Returns the client that signs in. @param session this tab's */
  clientOf: (session: AccountSession) => AccountSession["client"];
  /** Called after the password was accepted. */
  onSignedIn?: () => Promise<void>;
  /** Reason for asking. */
  children?: ReactNode;
};

/** Asks for the password of a known email. */
function ConfirmPassword({ email, clientOf, onSignedIn, children }: ConfirmPasswordProps) {
  const accountTexts = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  const { formProps, errors, isPending } = useSessionForm(
    reenterPasswordRules,
    async ({ password }, session) => {
      const result = await signIn(clientOf(session), { email, password });
      if (result.ok) return onSignedIn?.();
      if (result.failure.code === WRONG_CREDENTIALS) return { password: texts.wrongPassword };
      return { password: failureText(result.failure, accountTexts, accountTexts.tryLater) };
    },
  );
  return (
    <form {...formProps} method="post" className="mb-4 stack-3 rounded-card bg-gold-soft p-4">
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
  const session = useSession();
  if (session.status !== "second-step") {
    return (
      <ConfirmPassword email={email} clientOf={({ client }) => client}>
        <p role="alert" className="font-medium">
          {texts.sessionEnded}
        </p>
      </ConfirmPassword>
    );
  }
  return (
    <div className="mb-4 rounded-card bg-gold-soft p-4">
      <MfaForm user={session.user} />
    </div>
  );
}

type ReauthenticateProps = {
  email: string;
  /** Called when this tab has the new session. */
  onVerified: () => void;
};

/**
 * Asks the user for the password, and the second factor where there is one. Keeps this tab's
 * session until both are verified, so that closing the dialog loses nothing.
 */
export function Reauthenticate({ email, onVerified }: ReauthenticateProps) {
  const { failed, tryLater, signingIn } = useTexts(accountMessages);
  const openSession = useOpenSession();
  const toast = useToast();
  const [secondary] = useState(() => openSession().openSecondary());
  const [halfway, setHalfway] = useState<User | null>(null);
  const [isAdopting, setAdopting] = useState(false);
  useEffect(() => () => void secondary.leave("local"), [secondary]);

  async function adoptSession(): Promise<void> {
    setAdopting(true);
    const error = await secondary.take();
    setAdopting(false);
    if (!error) return onVerified();
    setHalfway(null);
    toast({ tone: "danger", title: failed, text: tryLater });
  }

  async function proceed(): Promise<void> {
    const { session } = (await secondary.client.auth.getSession()).data;
    if (session && needsMfa(session)) setHalfway(session.user);
    else await adoptSession();
  }

  if (isAdopting) return <p role="status">{signingIn}</p>;
  if (halfway === null) {
    return <ConfirmPassword email={email} clientOf={() => secondary.client} onSignedIn={proceed} />;
  }
  return (
    <div className="mb-4 rounded-card bg-gold-soft p-4">
      <MfaForm
        user={halfway}
        open={() => ({
          client: secondary.client,
          leave(scope) {
            setHalfway(null);
            return secondary.leave(scope);
          },
        })}
        onVerified={() => void adoptSession()}
      />
    </div>
  );
}
