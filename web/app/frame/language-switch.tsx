import { useLocation, useMatches } from "react-router";
import { type Language, LANGUAGE_FACTS, LANGUAGES, localisedPath } from "#shared/languages.ts";
import { pageParameters, searchOf } from "#shared/site/page-parameters.ts";
import { useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { NOT_FOUND_ROUTE_ID } from "#web/app/route-ids.ts";

/**
 * Links to the same page in the other languages, or to Home from an address that leads nowhere in any.
 * A whole page load: each language has its own script.
 */
export function LanguageSwitch() {
  const { language } = useSite();
  const addressIn = useAddressIn();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <a
      key={other}
      href={addressIn(other)}
      hrefLang={other}
      lang={other}
      className="inline-flex h-10 items-center gap-1.5 rounded-full px-2 xs:px-2.5 text-sm font-semibold text-ink-soft hover:bg-raised hover:text-ink"
    >
      <span aria-hidden className="uppercase 2xl:hidden">
        {other}
      </span>
      <span className="sr-only 2xl:not-sr-only">{LANGUAGE_FACTS[other].name}</span>
    </a>
  ));
}

/** Tells the path of the page in a language, with what its address chooses; at first no more than the server knew. */
function useAddressIn(): (language: Language) => string {
  const { pathname, search } = useLocation();
  const reader = useHydrated() ? "browser" : "server";
  const isMissing = useMatches().at(-1)?.id === NOT_FOUND_ROUTE_ID;
  const parameters = pageParameters(pathname, new URLSearchParams(search), reader);
  return (language) =>
    isMissing
      ? localisedPath("/", language)
      : `${localisedPath(pathname, language)}${searchOf(parameters)}`;
}
