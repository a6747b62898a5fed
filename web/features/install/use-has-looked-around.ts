import { useEffect, useState } from "react";
import { INSTALL_CARD_WAITS_MS } from "#shared/constants.ts";

/**
 * Whether the visitor has scrolled, or stayed long enough to know what would be installed. Both count
 * from when the page was opened, not from when this code was there.
 */
export function useHasLookedAround(): boolean {
  const [hasLookedAround, setHasLookedAround] = useState(() => window.scrollY > 0);
  useEffect(() => {
    if (hasLookedAround) return;
    const remember = (): void => setHasLookedAround(true);
    const timer = setTimeout(remember, Math.max(0, INSTALL_CARD_WAITS_MS - performance.now()));
    window.addEventListener("scroll", remember, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", remember);
    };
  }, [hasLookedAround]);
  return hasLookedAround;
}
