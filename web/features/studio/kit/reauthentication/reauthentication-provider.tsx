import { type ReactNode, useCallback, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { ReauthenticationContextProvider } from "./use-reauthentication.ts";

type Settle = (isVerified: boolean) => void;

/** Renders the reauthentication dialog above all pages. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Settle[]>([]);
  const ask = useCallback(
    () => new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve])),
    [],
  );

  function settle(isVerified: boolean): void {
    for (const result of waiting) result(isVerified);
    setWaiting([]);
  }

  return (
    <ReauthenticationContextProvider value={ask}>
      {children}
      {waiting.length > 0 && (
        <ReauthenticationDialog onVerified={() => settle(true)} onClose={() => settle(false)} />
      )}
    </ReauthenticationContextProvider>
  );
}

type ReauthenticationDialogProps = { onVerified: () => void; onClose: () => void };

function ReauthenticationDialog({ onVerified, onClose }: ReauthenticationDialogProps) {
  const { proof, cancel, close } = useTexts(kitMessages);
  const { user, deps } = useStudio();
  const openSession = useOpenSession();
  // When the service sends no identities, an account with an email may have a password.
  const hasPassword = user.identities?.every(({ provider }) => provider !== "email") !== true;
  return (
    <FormDialog title={proof.title} closeLabel={close} onClose={onClose}>
      <p className="mb-4 text-ink-soft">{proof.text}</p>
      {hasPassword && <deps.Reauthenticate email={user.email ?? ""} onVerified={onVerified} />}
      <p className="mb-4 text-sm text-ink-soft">{proof.otherWay}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <button
          type="button"
          onClick={() => void openSession().leave("local")}
          className={buttonStyle("outline")}
        >
          {proof.signOut}
        </button>
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {cancel}
        </button>
      </div>
    </FormDialog>
  );
}
