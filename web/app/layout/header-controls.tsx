import { UserRound, Moon, Sun } from "lucide-react";
import { useNeedsSession, useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { clsx } from "clsx";
import { ICON_STYLE } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { optional } from "#web/ui/optional.tsx";
import { useSyncExternalStore } from "react";
import { readStored, subscribeToStorage, writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useLocation, useMatches } from "react-router";
import { type Language, localisedPath, LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { pageParameters, searchOf } from "#shared/site/page-parameters.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { NOT_FOUND_ROUTE_ID } from "#web/app/page-ids.ts";

const SessionWatcher = optional(
  async () => (await import("#web/app/session-watcher.tsx")).SessionWatcher,
);

const AccountFace = optional(
  async () => (await import("#web/app/session-watcher.tsx")).AccountFace,
);

/** Sign In, or the link to the profile; both have the same width. Its text shows on wide screens. */
export function AccountControl() {
  const { shell } = useMessages();
  const isSignedIn = useSessionFlag();
  const needsSession = useNeedsSession();
  const text = isSignedIn ? shell.myProfile : shell.signIn;
  return (
    <>
      <Link
        to={isSignedIn ? "/profile" : "/auth"}
        aria-label={text}
        className={clsx(ICON_STYLE, "gap-2 bg-raised text-sm font-semibold @min-[72rem]:w-36")}
      >
        <span className="relative flex">
          <UserRound aria-hidden className="size-5" />
          {isSignedIn && <AccountFace />}
        </span>
        <span className="hidden @min-[72rem]:inline">{text}</span>
      </Link>
      {needsSession && <SessionWatcher />}
    </>
  );
}

type Theme = "light" | "dark";

/**
 * Returns the effective theme: the root's class, which the boot script sets before the first paint.
 */
function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "light");
}

/** Shows a theme and stores it on this device. */
function chooseTheme(theme: Theme): void {
  showTheme(theme);
  writeStored(STORAGE_KEYS.theme, theme);
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

function showTheme(theme: Theme): void {
  document.documentElement.classList.toggle("dark", theme === "dark");
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  // Another tab's choice arrives as a storage event.
  const followOtherTab = () => showTheme(readStored(STORAGE_KEYS.theme));
  const stopFollowing = subscribeToStorage(followOtherTab);
  return () => {
    observer.disconnect();
    stopFollowing();
  };
}

/** Switches between light and dark. Both icons are in the markup; the theme's class shows one. */
export function ThemeToggle() {
  const { shell } = useMessages();
  const theme = useTheme();
  return (
    <IconButton
      label={theme === "dark" ? shell.switchToLight : shell.switchToDark}
      onClick={() => chooseTheme(theme === "dark" ? "light" : "dark")}
    >
      <Moon aria-hidden className="size-5 dark:hidden" />
      <Sun aria-hidden className="hidden size-5 dark:block" />
    </IconButton>
  );
}

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
      className={clsx(ICON_STYLE, "text-sm font-semibold uppercase")}
    >
      <span aria-hidden>{other}</span>
      <span className="sr-only">{LANGUAGE_FACTS[other].name}</span>
    </a>
  ));
}
