import { profileMessages } from "#shared/messages/account/profile.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession, useSession } from "#web/lib/session/use-session.ts";
import { ConfirmPassword } from "./confirm-password.tsx";
import { MfaForm } from "#web/features/account/mfa/mfa-form.tsx";

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
