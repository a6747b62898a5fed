import { startTransition, useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

/** Returns true once the page is loaded and the browser was idle after the first render. */
export function useIdle(): boolean {
  const [wasIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return wasIdle;
}
