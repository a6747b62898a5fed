import { type RefObject, useEffect, useState } from "react";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";

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

/** Calls back once the page has loaded and the browser is idle. Returns a function that cancels. */
function whenAtRest(callback: () => void): () => void {
  let cancelAsked = () => undefined as void;
  const askIdle = () => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) {
      const id = requestIdleCallback(callback);
      cancelAsked = () => cancelIdleCallback(id);
    } else {
      const id = setTimeout(callback);
      cancelAsked = () => clearTimeout(id);
    }
  };
  if (document.readyState === "complete") askIdle();
  else window.addEventListener("load", askIdle, { once: true });
  return () => {
    window.removeEventListener("load", askIdle);
    cancelAsked();
  };
}
