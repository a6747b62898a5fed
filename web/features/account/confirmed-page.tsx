import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { useStoredSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { AccountCard } from "./account-form.tsx";
import { MfaChallenge } from "./mfa/mfa-challenge.tsx";

/** Target of the link in the confirmation mail. */
export function ConfirmedPage() {
  const texts = useTexts(accountMessages);
  const session = useStoredSession();
  const { status } = session;
  if (status === "second-step") return <MfaChallenge user={session.user} />;
  if (status === "signed-in") {
    return (
      <AccountCard title={texts.confirmedTitle} text={texts.confirmedText}>
        <Link to="/" className={buttonStyle("brand", "w-full")}>
          {texts.goHome}
        </Link>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={texts.confirmTitle}>
      <div className="stack-4 text-center">
        {status === "loading" ? (
          <p role="status" className="text-ink-soft">
            {texts.checkingLink}
          </p>
        ) : (
          <p role="alert" className="rounded-card bg-danger-soft p-4 font-medium text-danger">
            {texts.linkInvalid}
          </p>
        )}
        <Link to="/auth" className={buttonStyle("outline")}>
          {texts.backToSignIn}
        </Link>
      </div>
    </AccountCard>
  );
}
