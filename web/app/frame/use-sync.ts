import { useEffect } from "react";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { useSite } from "#web/lib/site.ts";

/** Keeps what goes with the account alike on this device, for whoever is signed in. */
export function useSync(): void {
  const site = useSite();
  const isSignedIn = useSessionFlag();

  useEffect(() => {
    if (!isSignedIn) return undefined;
    let isGone = false;
    let stop = (): void => undefined;
    const begin = async () => {
      const { followSync } = await import("#web/base/sync/follow-sync.ts");
      if (!isGone) stop = followSync(site);
    };
    void begin();
    return () => {
      isGone = true;
      stop();
    };
  }, [isSignedIn, site]);
}
