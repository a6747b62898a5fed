import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { optional } from "#web/ui/optional.tsx";

/** Deferred: the browser itself restores the scroll after a load, and Back comes later. */
const ScrollRestoration = optional(
  async () => (await import("./scroll-restoration.tsx")).ScrollRestoration,
);

/**
 * Effects of every navigation (S2.20): scroll to the top and focus the heading, so that keyboard
 * and screen-reader users know where they are. A change of search term or of the open video is no
 * navigation; a change of page number by a link is. Back, forward and reload restore the scroll
 * (see ScrollRestoration).
 */
export function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const parameters = useSearchParameters();
  const page = parameters.get("page");
  const shown = useRef<{ pathname: string; page: string | null; key: string }>(null);

  useEffect(() => {
    const left = shown.current;
    shown.current = { pathname, page, key };
    if (left === null) {
      // The browser looked for the fragment before this page was rendered.
      if (hash !== "" && window.scrollY === 0) scrollToNamed(hash);
      return;
    }
    if (left.key === key || type === NavigationType.Pop) return;
    if (hash !== "") {
      scrollToNamed(hash);
      return;
    }
    // Typing a search term also resets the page number, and must not lose the focus of its box.
    const isOtherPage = type === NavigationType.Push && page !== left.page;
    if (pathname === left.pathname && !isOtherPage) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname, hash, page, key, type]);

  return <ScrollRestoration />;
}

/** Rows on the way get their real heights first, so that the jump meets its target. */
function scrollToNamed(hash: string): void {
  for (const part of document.querySelectorAll<HTMLElement>(".defer-paint")) {
    part.style.contentVisibility = "visible";
  }
  document.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
}
