import { reenterPasswordRules } from "#shared/account-rules.ts";
import { accountMessages } from "#shared/messages/account/account.ts";
import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { PasswordInput } from "./account-fields.tsx";
import { signIn } from "./auth.data.ts";
import { failureText } from "./outcome.ts";
import { SecondStepForm } from "./second-step/second-step-form.tsx";
import { useAccountForm } from "./use-account-form.ts";

type SignInAgainProps = { email: string };

/** Stands in a dialog whose session has ended: signs the same member in again, in place. */
export function SignInAgain({ email }: SignInAgainProps) {
  const session = useSession();
  if (session.status !== "second-step") return <PasswordAgain email={email} />;
  return (
    <div className="mb-5 rounded-card bg-gold-soft p-4">
      <SecondStepForm user={session.user} />
    </div>
  );
}

function PasswordAgain({ email }: SignInAgainProps) {
  const accountTexts = useTexts(accountMessages);
  const texts = useTexts(profileMessages);
  const openSession = useOpenSession();
  const { formProps, errors, isPending } = useAccountForm(
    reenterPasswordRules,
    async ({ password }) => {
      const outcome = await signIn(openSession().client, { email, password });
      if (outcome.ok) return;
      return { password: failureText(outcome.failure, accountTexts, accountTexts.tryLater) };
    },
  );
  return (
    <form {...formProps} method="post" className="mb-5 stack-3 rounded-card bg-gold-soft p-4">
      <p role="alert" className="font-medium">
        {texts.sessionEnded}
      </p>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        error={errors["password"]}
      />
      <SubmitButton text={texts.signInAgain} pendingText={texts.signingIn} isPending={isPending} />
    </form>
  );
}
