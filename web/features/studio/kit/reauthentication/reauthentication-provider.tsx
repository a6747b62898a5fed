import { type ReactNode, useCallback, useState } from "react";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useStudio } from "#web/features/studio/kit/studio-context.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { ProofProvider } from "./use-reauthentication.ts";

type Settle = (isProved: boolean) => void;

/** Renders the reauthentication dialog above all pages. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Settle[]>([]);
  const ask = useCallback(
    () => new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve])),
    [],
  );

  function settle(isProved: boolean): void {
    for (const answer of waiting) answer(isProved);
    setWaiting([]);
  }

  return (
    <ProofProvider value={ask}>
      {children}
      {waiting.length > 0 && (
        <ProofDialog onProved={() => settle(true)} onClose={() => settle(false)} />
      )}
    </ProofProvider>
  );
}

type ProofDialogProps = { onProved: () => void; onClose: () => void };

function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const { proof, cancel, close } = useTexts(kitMessages);
  const { user, tools } = useStudio();
  const openSession = useOpenSession();
  // When the service sends no identities, an account with an email may have a password.
  const hasPassword = user.identities?.every(({ provider }) => provider !== "email") !== true;
  return (
    <FormDialog title={proof.title} closeLabel={close} onClose={onClose}>
      <p className="mb-4 text-ink-soft">{proof.text}</p>
      {hasPassword && <tools.ProveAgain email={user.email ?? ""} onProved={onProved} />}
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
