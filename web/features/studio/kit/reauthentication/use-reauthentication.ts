import { createContext, useContext } from "react";

/** Asks the user to reauthenticate in place. @returns false when the dialog was closed. */
type AskProof = () => Promise<boolean>;

const ProofContext = createContext<AskProof | null>(null);

export const ProofProvider = ProofContext.Provider;

type AnyAnswer = { ok: true } | { ok: false; failure: string };

/** Runs an action, if necessary after a reauthentication. */
export type Proved = <A extends AnyAnswer>(act: () => Promise<A>) => Promise<A>;

/**
 * Runs actions for which the database requires a recent sign-in. When it is too old, asks the user
 * to reauthenticate and runs the action again. Returns "unproven" when the user cancels.
 */
export function useReauthentication(): Proved {
  const askProof = useContext(ProofContext);
  if (!askProof) throw new Error("useReauthentication needs a ReauthenticationProvider above it");
  return async (act) => {
    const answer = await act();
    if (answer.ok || answer.failure !== "unproven" || !(await askProof())) return answer;
    return act();
  };
}
