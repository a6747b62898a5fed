import { useEffect } from "react";
import { useSite } from "#web/lib/site.ts";

const ADDRESS = "/api/bible/v1/fums";

/**
 * Reports a shown licensed chapter to the server, as its provider requires. The report carries the
 * provider's token and nothing of the reader.
 */
export function useDisplayReport(token: string | null): void {
  const { serverUrl } = useSite();
  useEffect(() => {
    if (token !== null) navigator.sendBeacon(`${serverUrl}${ADDRESS}`, JSON.stringify({ token }));
  }, [serverUrl, token]);
}
