import { type RefObject, useEffect, useState } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";

/**
 * How a player may begin: by a tap only; by itself, and then for good or while it is in view; or not
 * yet, because another one is on its way.
 */
export type StartMode = "tap" | "wait" | "itself" | "while-seen";

/**
 * Whether a live player that may begin by itself does: its place is in view, and the page has loaded and
 * come to rest.
 */
export function useAutoStart(target: RefObject<HTMLElement | null>, mode: StartMode): boolean {
  const [isStarted, setStarted] = useState(false);
  const mayStart = mode === "itself" || mode === "while-seen";

  useEffect(() => {
    const element = target.current;
    if (!element || !mayStart) return;
    let cancelIdle = () => undefined as void;
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.at(-1)?.isIntersecting ?? false;
      cancelIdle();
      if (isInView) cancelIdle = whenIdle(() => setStarted(true));
      else if (mode === "while-seen") setStarted(false);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelIdle();
    };
  }, [target, mode, mayStart]);

  return mayStart && isStarted;
}
