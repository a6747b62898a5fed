import { type Connection, savesData } from "#shared/device/data-saver.domain.ts";
import { mayAutoplay, PHONE_QUERY } from "#shared/device/live-autoplay.domain.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";

/**
 * Whether data is to be saved, and the way to say so. False while the server's markup is taken over:
 * pages are the same for every visitor.
 */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [choice, setChoice] = useStored(STORAGE_KEYS.dataSaver);
  const isHydrated = useHydrated();
  const isOn =
    isHydrated &&
    savesData(choice, {
      connection: connection(),
      prefersLess: matchMedia("(prefers-reduced-data: reduce)").matches,
    });
  return [isOn, (wanted) => setChoice(wanted ? "on" : "off")];
}

/**
 * Whether anything may play without a tap on this device; null while the server's markup is taken
 * over, and then what screen, line, motion and data saver allow.
 *
 * @param isLinked a video whose link was followed, which may move.
 */
export function useMayAutoplay(isLinked = false): boolean | null {
  const [isSaving] = useDataSaver();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  return mayAutoplay({
    savesData: isSaving,
    prefersLessMotion: !isLinked && matchMedia("(prefers-reduced-motion: reduce)").matches,
    isPhone: matchMedia(PHONE_QUERY).matches,
    connection: connection(),
  });
}

/** What the browser tells of the line. */
export function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}
