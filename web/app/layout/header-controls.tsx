import { UserRound, Moon, Sun } from "lucide-react";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { clsx } from "clsx";
import { ICON_STYLE } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { optional } from "#web/ui/optional.tsx";
import { useSyncExternalStore } from "react";
import { readStored, subscribeToStorage, writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/languages.ts";
import { useIdle } from "#web/lib/use-idle.ts";
import { useLocalizedPath } from "./use-localized-path.ts";

const AccountFace = optional(async () => (await import("./deferred.tsx")).AccountFace);

/** Sign In, or the link to the profile; both have the same width. Its text shows on wide screens. */
export function AccountControl() {
  const { shell } = useMessages();
  const isSignedIn = useSessionFlag();
  const wasIdle = useIdle();
  const text = isSignedIn ? shell.myProfile : shell.signIn;
  return (
    <Link
      to={isSignedIn ? "/profile" : "/auth"}
      aria-label={text}
      className={clsx(
        ICON_STYLE,
        "gap-2 bg-raised text-sm font-semibold @min-[72rem]:w-40 @min-[72rem]:[&:lang(en)]:w-36",
      )}
    >
      <span className="relative flex">
        <UserRound aria-hidden className="size-5" />
        {wasIdle && isSignedIn && <AccountFace />}
      </span>
      <span className="hidden @min-[72rem]:inline">{text}</span>
    </Link>
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
      <Moon aria-hidden className="size-5 [display:var(--in-light)]" />
      <Sun aria-hidden className="size-5 [display:var(--in-dark)]" />
    </IconButton>
  );
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
