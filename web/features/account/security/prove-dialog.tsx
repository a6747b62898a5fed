import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { securityMessages } from "#shared/messages/account/security.ts";
import { useTexts } from "#web/lib/site.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { SecondStepForm } from "#web/features/account/mfa/mfa-form.tsx";
import { SignInAgain } from "#web/features/account/reauthentication/sign-in-again.tsx";

type ProveDialogProps = {
  user: User;
  isSignedOut: boolean;
  title: string;
  text: string;
  /** Stands while what was confirmed is being done. */
  pendingText: string;
  /** False where a recovery code does not do. */
  takesRecovery: boolean;
  /** What is done once somebody has proved to be the account's owner. */
  onProved: () => Promise<void>;
  onClose: () => void;
};

/** Asks for a second proof once more before something that weakens the account's guard. */
export function ProveDialog(props: ProveDialogProps) {
  const { user, isSignedOut, title, text, pendingText, takesRecovery, onProved, onClose } = props;
  const { close } = useTexts(securityMessages);
  const [isPending, setIsPending] = useState(false);

  function act(): void {
    setIsPending(true);
    void onProved().finally(() => setIsPending(false));
  }

  return (
    <FormDialog title={title} closeLabel={close} onClose={onClose}>
      {isSignedOut && <SignInAgain email={user.email ?? ""} />}
      <p className="mb-4 text-ink-soft">{text}</p>
      {isPending ? (
        <p role="status">{pendingText}</p>
      ) : (
        <SecondStepForm user={user} onProved={act} takesRecovery={takesRecovery} />
      )}
    </FormDialog>
  );
}
