import { type Connection, savesData } from "./data-saver.domain.ts";
import { STORAGE_KEYS } from "./storage-keys.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useStored } from "./use-stored.ts";

/**
 * Whether data is to be saved, and the way to say so. False while the server's markup is taken over:
 * pages are the same for every visitor.
 */
export function useDataSaver(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [choice, setChoice] = useStored(STORAGE_KEYS.dataSaver);
  const isHydrated = useHydrated();
  const isOn = isHydrated && savesData(choice, connection());
  return [isOn, (wanted) => setChoice(wanted ? "on" : "off")];
}

function connection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}
