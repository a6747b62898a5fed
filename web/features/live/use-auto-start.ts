import { type RefObject, useEffect, useState } from "react";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { whenAtRest } from "#web/lib/when-at-rest.ts";

/** How a player may begin: not yet decided, by itself, or only by a tap (data saver). */
export type AutoStart = "waiting" | "start" | "tap";

/**
 * Decides when a live player may start by itself: after the page has loaded and come to rest, when
 * its place is in view, and never while data is saved.
 */
export function useAutoStart(target: RefObject<HTMLElement | null>): AutoStart {
  const [isReady, setReady] = useState(false);
  const [isDear] = useDataSaver();

  useEffect(() => {
    const element = target.current;
    if (!element || isDear) return;
    let cancelIdle = () => undefined as void;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      cancelIdle = whenAtRest(() => setReady(true));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelIdle();
    };
  }, [target, isDear]);

  if (isDear) return "tap";
  return isReady ? "start" : "waiting";
}
