import { createContext, useContext } from "react";

/** Asks the user to reauthenticate in place. @returns false when the dialog was closed. */
type Reauthenticate = () => Promise<boolean>;

const ReauthenticationContext = createContext<Reauthenticate | null>(null);

export const ReauthenticationContextProvider = ReauthenticationContext.Provider;

type AnyResult = { ok: true } | { ok: false; failure: string };

/** Runs an action, if necessary after a reauthentication. */
export type WithReauthentication = <A extends AnyResult>(action: () => Promise<A>) => Promise<A>;

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
