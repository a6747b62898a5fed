import type { User } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { accountMessages } from "#shared/messages/account/account.ts";
import { useTexts } from "#web/lib/site.ts";
import { needsMfa } from "#web/lib/session/assurance.ts";
import { openSecondarySession } from "#web/lib/session/secondary-session.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { PasswordAgain } from "./confirm-password.tsx";
import { SecondStepForm } from "#web/features/account/mfa/mfa-form.tsx";

type ProveAgainProps = {
  email: string;
  /** Called when this tab has the new session. */
  onProved: () => void;
};

/**
 * Asks the user for the password, and the second factor where there is one. Keeps this tab's
 * session until both are verified, so that closing the dialog loses nothing.
 */
export function ProveAgain({ email, onProved }: ProveAgainProps) {
  const { failed, tryLater, signingIn } = useTexts(accountMessages);
  const openSession = useOpenSession();
  const toast = useToast();
  const [beside] = useState(() => openSecondarySession(openSession()));
  const [halfway, setHalfway] = useState<User | null>(null);
  const [isTaking, setTaking] = useState(false);
  useEffect(() => () => void beside.leave("local"), [beside]);

  async function take(): Promise<void> {
    setTaking(true);
    const error = await beside.take();
    setTaking(false);
    if (!error) return onProved();
    setHalfway(null);
    toast({ tone: "danger", title: failed, text: tryLater });
  }

  async function proceed(): Promise<void> {
    const { session } = (await beside.client.auth.getSession()).data;
    if (session && needsMfa(session)) setHalfway(session.user);
    else await take();
  }

  if (isTaking) return <p role="status">{signingIn}</p>;
  if (halfway === null) {
    return <PasswordAgain email={email} open={() => beside.client} onSignedIn={proceed} />;
  }
  return (
    <div className="mb-5 rounded-card bg-gold-soft p-4">
      <SecondStepForm
        user={halfway}
        open={() => ({
          client: beside.client,
          leave(scope) {
            setHalfway(null);
            return beside.leave(scope);
          },
        })}
        onProved={() => void take()}
      />
    </div>
  );
}
