import { useEffect, useState } from "react";

/** Scrolling on a touch screen begins with the first of them. */
const USES = ["pointerdown", "keydown", "wheel", "visibilitychange"];

/** Returns true once the page was used, or returned to the screen, or `isAtOnce` was true. */
export function useWasUsed(isAtOnce: boolean): boolean {
  // Older televisions have no userActivation.
  const [wasUsed, setUsed] = useState(
    isAtOnce || ("userActivation" in navigator && navigator.userActivation.hasBeenActive),
  );

  useEffect(() => {
    if (wasUsed) return undefined;
    const use = (): void => {
      if (document.visibilityState === "visible") setUsed(true);
    };
    for (const type of USES) window.addEventListener(type, use, { capture: true, passive: true });
    return () => {
      for (const type of USES) window.removeEventListener(type, use, true);
    };
  }, [wasUsed]);

  return wasUsed;
}
