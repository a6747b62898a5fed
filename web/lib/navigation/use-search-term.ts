import { useState } from "react";
import { useSearchParams } from "react-router";

/**
 * A search term that lives in the address (`q`) and in the box at once: the box answers at once, the
 * address follows without a new history entry and without its `page`.
 */
export function useSearchTerm(): [string, (term: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get("q") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  /** The term that this box sent to the address and that has not arrived there yet. */
  const [sent, setSent] = useState<string | null>(null);

  if (inAddress !== seen) {
    setSeen(inAddress);
    // Back, forward or a link changed the address: the box follows. What it sent itself arrives
    // late and in between, and must not undo what was typed since.
    if (sent === null) setTyped(inAddress);
    else if (inAddress === sent) setSent(null);
  }

  function change(term: string) {
    setTyped(term);
    setSent(term === inAddress ? null : term);
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("page");
        if (term === "") next.delete("q");
        else next.set("q", term);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return [typed, change];
}
