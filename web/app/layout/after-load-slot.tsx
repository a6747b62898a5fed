import { useEffect, useState } from "react";
import { whenIdle } from "#web/lib/when-idle.ts";
import { optional } from "#web/ui/optional.tsx";

const AfterLoad = optional(async () => (await import("./after-load.tsx")).AfterLoad);

/** What no visitor waits for comes once the page is there and the browser has nothing else to do. */
export function AfterLoadSlot() {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenIdle(() => setQuiet(true)), []);
  return isQuiet && <AfterLoad />;
}
