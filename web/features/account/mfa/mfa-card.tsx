import type { User } from "@supabase/supabase-js";
import { mfaMessages } from "#shared/messages/account/mfa.ts";
import { useTexts } from "#web/lib/site.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { AccountCard } from "#web/features/account/account-form.tsx";
import { LINE_BUTTON, MfaForm } from "./mfa-form.tsx";

/** Asks for the second factor of a session that has aal1 only. */
export function MfaCard({ user }: { user: User }) {
  const texts = useTexts(mfaMessages);
  const openSession = useOpenSession();
  return (
    <AccountCard title={texts.title} text={user.email ?? ""}>
      <MfaForm user={user} />
      <p className="mt-6 border-t border-line pt-4 text-center">
        <button
          type="button"
          className={LINE_BUTTON}
          onClick={() => void openSession().leave("local")}
        >
          {texts.otherAccount}
        </button>
      </p>
    </AccountCard>
  );
}
