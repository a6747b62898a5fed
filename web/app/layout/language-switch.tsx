import { useLocation, useMatches } from "react-router";
import { type Language, localisedPath, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { pageParameters, searchOf } from "#shared/site/page-parameters.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { NOT_FOUND_ROUTE_ID } from "#web/app/route-ids.ts";
import { useSite } from "#web/lib/site.ts";
import { writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";

/**
 * Returns a function from language to the current page's path in it. Search parameters are included
 * once the browser knows them; an unknown path gives Home.
 */
export function useLocalizedPath(): (language: Language) => string {
  const { pathname, search } = useLocation();
  const reader = useHydrated() ? "browser" : "server";
  const isMissing = useMatches().at(-1)?.id === NOT_FOUND_ROUTE_ID;
  const parameters = pageParameters(pathname, new URLSearchParams(search), reader);
  return (language) =>
    isMissing
      ? localisedPath("/", language)
      : `${localisedPath(pathname, language)}${searchOf(parameters)}`;
}

/**
 * Links to the same page in the other languages, or to Home from an unknown path. Loads a whole
 * page, because each language has its own script. The choice is stored for the next visit to Home.
 */
export function LanguageSwitch() {
  const { language } = useSite();
  const pathIn = useLocalizedPath();
  return LANGUAGES.filter((other) => other !== language).map((other) => (
    <a
      key={other}
      href={pathIn(other)}
      hrefLang={other}
      onClick={() => writeStored(STORAGE_KEYS.language, other)}
      lang={other}
      className="inline-flex h-10 items-center gap-1.5 rounded-full px-2 xs:px-2.5 text-sm font-semibold text-ink-soft hover:bg-raised hover:text-ink"
    >
      <span aria-hidden className="uppercase lg:hidden">
        {other}
      </span>
      <span className="sr-only lg:not-sr-only">{LANGUAGE_FACTS[other].name}</span>
    </a>
  ));
}
