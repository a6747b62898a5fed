import type { User } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { needsMfa } from "#web/lib/session/assurance.ts";
import { openSecondarySession } from "#web/lib/session/secondary-session.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { ConfirmPassword } from "./sign-in-again.tsx";
import { MfaForm } from "#web/features/account/mfa/mfa-form.tsx";

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
  const [secondary] = useState(() => openSecondarySession(openSession()));
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
    return <ConfirmPassword email={email} open={() => secondary.client} onSignedIn={proceed} />;
  }
  return (
    <div className="mb-5 rounded-card bg-gold-soft p-4">
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
