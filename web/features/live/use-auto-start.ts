import { type RefObject, useEffect, useState } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";

/** How a player may begin: by a tap only; by itself; or not yet, because the device is not known. */
export type StartMode = "tap" | "wait" | "itself";

/** How the leading channel of a page may begin. */
export function leadingStart(mayAutoplay: boolean | null): StartMode {
  if (mayAutoplay === null) return "wait";
  return mayAutoplay ? "itself" : "tap";
}

/**
 * Whether a live player that may begin by itself does: its place is in view, and the page has loaded and
 * come to rest.
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
