import { useNavigate } from "react-router";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { useStoredSession } from "#web/lib/session/use-session.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { AccountCard } from "./account-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { MfaChallenge } from "./mfa/mfa-challenge.tsx";

/** Target of the link in the recovery mail: its session may set a new password. */
export function ResetPage() {
  const texts = useTexts(accountMessages);
  const session = useStoredSession();
  const navigate = useNavigate();
  switch (session.status) {
    case "loading":
      return (
        <AccountCard title={texts.resetTitle}>
          <p role="status" className="text-center text-ink-soft">
            {texts.checkingLink}
          </p>
        </AccountCard>
      );
    case "signed-out":
      return <LinkExpired title={texts.resetTitle} />;
    case "second-step":
      return <MfaChallenge user={session.user} />;
    case "signed-in":
      return (
        <AccountCard title={texts.resetTitle} text={texts.resetText}>
          <PasswordForm
            email={session.user.email ?? ""}
            onDone={() => void navigate("/", { replace: true })}
          />
        </AccountCard>
      );
  }
}

/** Shown when the link of the mail opens no session. */
function LinkExpired({ title }: { title: string }) {
  const texts = useTexts(accountMessages);
  return (
    <AccountCard title={title}>
      <div className="stack-4 text-center">
        <p role="alert" className="rounded-card bg-danger-soft p-4 font-medium text-danger">
          {texts.linkInvalid}
        </p>
        <p className="text-ink-soft">{texts.linkHint}</p>
        <Link to="/auth/forgot" className={buttonStyle("brand")}>
          {texts.newLink}
        </Link>
      </div>
    </AccountCard>
  );
}
