import { useSyncExternalStore } from "react";
import { type Connection, savesData } from "#shared/device/data-saver.domain.ts";
import { mayAutoplay, PHONE_QUERY } from "#shared/device/live-autoplay.domain.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { subscribeToStorage } from "#web/lib/storage/storage.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { currentValue, useStored } from "#web/lib/storage/use-stored.ts";

/**
 * Returns the data saver's state and its setter. False during hydration, because pages are the same
 * for every visitor.
 */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [, setChoice] = useStored(STORAGE_KEYS.dataSaver);
  return [useIsSavingData(), (wanted) => setChoice(wanted ? "on" : "off")];
}

/** The state alone. Every image uses it: where it is off, hydration renders none again. */
export function useIsSavingData(): boolean {
  return useSyncExternalStore(subscribeToStorage, isSavingData, () => false);
}

/** The state outside of components. */
export function isSavingData(): boolean {
  return savesData(currentValue(STORAGE_KEYS.dataSaver), {
    connection: connection(),
    prefersLess: matchMedia("(prefers-reduced-data: reduce)").matches,
  });
}

/**
 * Returns whether media may play without a tap on this device. Null during hydration; then screen,
 * connection, motion preference and data saver decide. @param isLinked a video from a followed
 * link, which may play with motion reduced.
 */
export function useMayAutoplay(isLinked = false): boolean | null {
  const isSaving = useIsSavingData();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  return mayAutoplay({
    savesData: isSaving,
    prefersLessMotion: !isLinked && matchMedia("(prefers-reduced-motion: reduce)").matches,
    isPhone: matchMedia(PHONE_QUERY).matches,
    connection: connection(),
  });
}

/** Returns the browser's network information, where it has any. */
export function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}
