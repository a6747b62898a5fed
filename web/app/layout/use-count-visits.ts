import { useEffect } from "react";
import { VISITS_PATH, visitOf } from "#shared/analytics/page-views.domain.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { isPhoneApp, useSite } from "#web/lib/site.ts";

/**
 * Says, once for each page that is opened, its path and nothing else, so that the ministry knows what is read.
 * Nothing is said while data is saved, from the phone app, without a connection, and where a project elsewhere
 * keeps the rows.
 *
 * @param address path with the language's prefix.
 */
export function useCountVisits(address: string): void {
  const site = useSite();
  const [isSavingData] = useDataSaver();
  const isCounted = site.backendUrl === "" && site.preview === undefined && !isPhoneApp(site);
  const [path = "/"] = address.split("?");

  useEffect(() => {
    if (!isCounted || isSavingData || !navigator.onLine || visitOf(path) === null) return;
    navigator.sendBeacon(VISITS_PATH, path);
  }, [isCounted, isSavingData, path]);
}
