import { useEffect, useState } from "react";
import { optional } from "#web/ui/optional.tsx";

const AfterLoad = optional(async () => (await import("./after-load.tsx")).AfterLoad);

/** What no visitor waits for comes once the page is there and the browser has nothing else to do. */
export function AfterLoadSlot() {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  return isQuiet && <AfterLoad />;
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
