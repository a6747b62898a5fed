import { useLocation, useMatches } from "react-router";
import { type Language, localisedPath } from "#shared/languages.ts";
import { pageParameters, searchOf } from "#shared/site/page-parameters.ts";
import { NOT_FOUND_ROUTE_ID } from "#web/app/page-ids.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/**
 * Returns a function from language to the current page's path in it. Search parameters and fragment
 * (perhaps an invitation's token) are included once the browser knows them; an unknown path gives
 * Home.
 */
export function useLocalizedPath(): (language: Language) => string {
  const { pathname, search, hash } = useLocation();
  const isHydrated = useHydrated();
  const isMissing = useMatches().at(-1)?.id === NOT_FOUND_ROUTE_ID;
  const parameters = pageParameters(
    pathname,
    new URLSearchParams(search),
    isHydrated ? "browser" : "server",
  );
  return (language) =>
    isMissing
      ? localisedPath("/", language)
      : localisedPath(pathname, language) + searchOf(parameters) + (isHydrated ? hash : "");
}
