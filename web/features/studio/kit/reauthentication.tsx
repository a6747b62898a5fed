import { createContext, useContext, type ReactNode, useCallback, useState } from "react";
import type { Result } from "#shared/errors.ts";
import { kitMessages } from "#shared/messages/studio/kit.ts";
import { useStudio } from "./studio-context.ts";
import { useOpenSession } from "#web/lib/session/use-session.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";

/** Asks the user to reauthenticate in place. @returns false when the dialog was closed. */
type Reauthenticate = () => Promise<boolean>;

const ReauthenticationContext = createContext<Reauthenticate | null>(null);

/** Runs an action, if necessary after a reauthentication. */
export type WithReauthentication = <Value, Failure extends string>(
  action: () => Promise<Result<Value, Failure>>,
) => Promise<Result<Value, Failure>>;

/**
 * Runs actions for which the database requires a recent sign-in. When it is too old, asks the user
 * to reauthenticate and runs the action again. Returns "unproven" when the user cancels.
 */
export function useReauthentication(): WithReauthentication {
  const reauthenticate = useContext(ReauthenticationContext);
  if (!reauthenticate)
    throw new Error("useReauthentication needs a ReauthenticationProvider above it");
  return async (action) => {
    const result = await action();
    if (result.ok || result.failure !== "unproven" || !(await reauthenticate())) return result;
    return action();
  };
}

type Settle = (isVerified: boolean) => void;

/** Renders the reauthentication dialog above all pages. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Settle[]>([]);
  const ask = useCallback(
    () => new Promise<boolean>((resolve) => setWaiting((others) => [...others, resolve])),
    [],
  );

  function settle(isVerified: boolean): void {
    for (const resolve of waiting) resolve(isVerified);
    setWaiting([]);
  }

  return (
    <ReauthenticationContext.Provider value={ask}>
      {children}
      {waiting.length > 0 && (
        <ReauthenticationDialog onVerified={() => settle(true)} onClose={() => settle(false)} />
      )}
    </ReauthenticationContext.Provider>
  );
}

type ReauthenticationDialogProps = { onVerified: () => void; onClose: () => void };

function ReauthenticationDialog({ onVerified, onClose }: ReauthenticationDialogProps) {
  const { reauthentication, cancel, close } = useTexts(kitMessages);
  const { user, deps } = useStudio();
  const openSession = useOpenSession();
  // When the service sends no identities, an account with an email may have a password.
  const hasPassword = user.identities?.every(({ provider }) => provider !== "email") !== true;
  return (
    <FormDialog title={reauthentication.title} closeLabel={close} onClose={onClose}>
      <p className="mb-4 text-ink-soft">{reauthentication.text}</p>
      {hasPassword && <deps.Reauthenticate email={user.email ?? ""} onVerified={onVerified} />}
      <p className="mb-4 text-sm text-ink-soft">{reauthentication.otherWay}</p>
      <div className="justify-end button-row">
        <button
          type="button"
          onClick={() => void openSession().leave("local")}
          className={buttonStyle("outline")}
        >
          {reauthentication.signOut}
        </button>
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {cancel}
        </button>
      </div>
    </FormDialog>
  );
}
