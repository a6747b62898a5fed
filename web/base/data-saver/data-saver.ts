import { type Connection, savesData } from "#shared/device/data-saver.domain.ts";
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
      connection: (navigator as Navigator & { connection?: Connection }).connection,
      prefersLess: matchMedia("(prefers-reduced-data: reduce)").matches,
    });
  return [isOn, (wanted) => setChoice(wanted ? "on" : "off")];
}
