import { useEffect, useState } from "react";
import { INSTALL_CARD_WAITS_MS } from "#shared/constants.ts";

/** Whether the visitor has scrolled, or stayed long enough to know what would be installed. */
export function useHasLookedAround(): boolean {
  const [hasLookedAround, setHasLookedAround] = useState(false);
  useEffect(() => {
    if (hasLookedAround) return;
    const remember = (): void => setHasLookedAround(true);
    const timer = setTimeout(remember, INSTALL_CARD_WAITS_MS);
    window.addEventListener("scroll", remember, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", remember);
    };
  }, [hasLookedAround]);
  return hasLookedAround;
}
