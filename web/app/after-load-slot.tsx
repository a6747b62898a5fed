import { lazy, Suspense, useEffect, useState } from "react";

const AfterLoad = lazy(async () => ({ default: (await import("./after-load.tsx")).AfterLoad }));

/** What no visitor waits for comes once the page is there and the browser has nothing else to do. */
export function AfterLoadSlot() {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  if (!isQuiet) return null;
  return (
    <Suspense>
      <AfterLoad />
    </Suspense>
  );
}

/** Runs `then` after the load event, when the browser is idle. Returns how to call it off. */
function whenQuiet(then: () => void): () => void {
  // Safari knows no idle callbacks.
  const wait = () =>
    "requestIdleCallback" in window ? requestIdleCallback(then) : setTimeout(then);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
  return () => window.removeEventListener("load", wait);
}
