import { useEffect, useState } from "react";

/** Who looks into another tab for a moment costs no new socket. */
const LINGER_MS = 30_000;

/**
 * Whether somebody sees the page, or has within half a minute. Of all open tabs one or two are seen, so
 * that a browser holds as many sockets without its tabs having to agree on one.
 */
export function useSeenLately(): boolean {
  const [isSeen, setSeen] = useState(() => !document.hidden);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setSeen(false), LINGER_MS);
      else setSeen(true);
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  return isSeen;
}
