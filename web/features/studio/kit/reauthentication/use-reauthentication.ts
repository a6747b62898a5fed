import { createContext, useContext } from "react";

/** Asks in place who is at work. @returns whether that was shown; false where somebody closed it. */
type AskProof = () => Promise<boolean>;

const ProofContext = createContext<AskProof | null>(null);

export const ProofProvider = ProofContext.Provider;

type AnyAnswer = { ok: true } | { ok: false; failure: string };

/** Does an act, where it needs that after a proof. */
export type Proved = <A extends AnyAnswer>(act: () => Promise<A>) => Promise<A>;

/**
 * Does what the database does only for whoever has lately shown who they are: where that is too long ago, asks
 * for it in place and does it again. What nobody proved for is answered as "unproven".
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
