import { useSyncExternalStore } from "react";
import { readStored, subscribeToStorage, writeStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";

export type Theme = "light" | "dark";

/**
 * Returns the effective theme: the root's class, which the boot script sets before the first paint.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "light");
}

/** Shows a theme and stores it on this device. */
export function chooseTheme(theme: Theme): void {
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
