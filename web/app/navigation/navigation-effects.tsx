import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType, useSearchParams } from "react-router";
import type { LoadedPage } from "#web/lib/navigation/scroll-positions.ts";
import { optional } from "#web/ui/optional.tsx";

/** Not in the first file: after a load the browser has found the place, and Back comes later. */
const Returns = optional(async () => (await import("./scroll-restoration.tsx")).ScrollRestoration);

/**
 * What every navigation does (S2.20): the page starts at its top, and focus goes to
 * its heading, so that keyboard and screen-reader visitors know where they are. A change of search
 * term or of the open video is no navigation; a change of page number by a link is. Going back or
 * forward and reloading lead to where the page was left (see Returns).
 */
export function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const [parameters] = useSearchParams();
  const page = parameters.get("page");
  const shown = useRef<{ pathname: string; page: string | null; key: string }>(null);

  /** How the page stood when it was taken over, before anything of the app could move it. */
  const loaded = useRef<LoadedPage>({ top: 0, height: 0 });

  useEffect(() => {
    const left = shown.current;
    shown.current = { pathname, page, key };
    if (left === null) {
      const height = document.documentElement.scrollHeight;
      loaded.current = { top: window.scrollY, height };
      // A page that was rendered here had no such part yet when the browser looked for it.
      if (hash !== "" && window.scrollY === 0) scrollToNamed(hash);
      return;
    }
    if (left.key === key || type === NavigationType.Pop) return;
    if (hash !== "") {
      scrollToNamed(hash);
      return;
    }
    // Typing a search term leaves its page number too, and must not be taken out of its box.
    const isOtherPage = type === NavigationType.Push && page !== left.page;
    if (pathname === left.pathname && !isOtherPage) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname, hash, page, key, type]);

  return <Returns loaded={loaded} />;
}

function scrollToNamed(hash: string): void {
  document.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
}
