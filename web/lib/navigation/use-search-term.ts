import { useState } from "react";
import { NavigationType, useLocation, useNavigationType, useNavigate } from "react-router";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";

/**
 * A search term in the URL (`q`) and in the box: the box updates at once, the URL follows without a
 * new history entry and without its `page`.
 */
export function useSearchTerm(): [string, (term: string) => void] {
  const parameters = useSearchParameters();
  const navigate = useNavigate();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const inAddress = parameters.get("q") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(key);
  /** The term that this box sent to the URL and that has not arrived there yet. */
  const [sent, setSent] = useState<string | null>(null);

  if (key !== seen) {
    setSeen(key);
    // The box follows Back, forward and links, also when they overtake its own term. That replaces an entry, arrives
    // late and must not undo later typing.
    if (sent === null || navigation !== NavigationType.Replace) setTyped(inAddress);
    if (inAddress === sent || navigation !== NavigationType.Replace) setSent(null);
  }

  function change(term: string) {
    setTyped(term);
    setSent(term);
    const next = new URLSearchParams(parameters);
    next.delete("page");
    if (term === "") next.delete("q");
    else next.set("q", term);
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  }

  return [typed, change];
}
