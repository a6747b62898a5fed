import { useLocation } from "react-router";
import { localisedPath } from "#shared/language.ts";
import { useMessages, useSite } from "#web/lib/site.ts";

/** Link to the same page in the other language. A whole page load: each language has its own script. */
export function LanguageSwitch() {
  const { language } = useSite();
  const { shell } = useMessages();
  const { pathname, search } = useLocation();
  const other = language === "en" ? "fr" : "en";
  return (
    <a
      href={`${localisedPath(pathname, other)}${search}`}
      hrefLang={other}
      lang={other}
      className="inline-flex h-10 items-center gap-1.5 rounded-full px-2 xs:px-2.5 text-sm font-semibold text-ink-soft hover:bg-raised hover:text-ink"
    >
      <span aria-hidden className="uppercase 2xl:hidden">
        {other}
      </span>
      <span className="sr-only 2xl:not-sr-only">{shell.switchLanguage}</span>
    </a>
  );
}
