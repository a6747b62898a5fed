import { useSyncExternalStore } from "react";
import { readStored, subscribeToStorage, writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { Moon, Sun } from "lucide-react";
import { useMessages } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

export type Theme = "light" | "dark";

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
