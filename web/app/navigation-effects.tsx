import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";

/**
 * What every navigation does (specification section 2): the page starts at its top, and focus goes to
 * its heading, so that keyboard and screen-reader visitors know where they are. A change of search
 * term or of the open video is not a navigation; a change of page number is.
 */
export function NavigationEffects(): null {
  const { pathname, hash } = useLocation();
  const [parameters] = useSearchParams();
  const page = parameters.get("page");
  const isFirst = useRef(true);

  useEffect(() => {
    window.history.scrollRestoration = "manual";
  }, []);

  useEffect(() => {
    if (hash !== "") {
      document.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
      return;
    }
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [pathname, hash, page]);

  return null;
}
