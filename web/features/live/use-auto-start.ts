import { type RefObject, useEffect, useState } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";

/** Start of a player: by a tap only; by itself; or unknown until hydration. */
export type StartMode = "tap" | "wait" | "itself";

/** Returns the start mode of a page's leading channel. */
export function leadingStart(mayAutoplay: boolean | null): StartMode {
  if (mayAutoplay === null) return "wait";
  return mayAutoplay ? "itself" : "tap";
}

/**
 * Returns true when a live player that may start by itself does: it is in view, and the page has
 * loaded and is idle.
 */
export function useAutoStart(target: RefObject<HTMLElement | null>, mode: StartMode): boolean {
  const [isStarted, setStarted] = useState(false);
  const mayStart = mode === "itself";

  useEffect(() => {
    const element = target.current;
    if (!element || !mayStart) return;
    let cancelIdle = () => undefined as void;
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.at(-1)?.isIntersecting ?? false;
      cancelIdle();
      if (isInView) cancelIdle = whenIdle(() => setStarted(true));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelIdle();
    };
  }, [target, mayStart]);

  return mayStart && isStarted;
}
