import { useEffect } from "react";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { readText } from "#web/lib/storage/storage.ts";
import { useSite } from "#web/lib/site.ts";

/** Bookmarks were kept alike with an account's or a visitor's marks (`bible-bookmarks-agreed`). */
const AGREED_KEY = "bible-bookmarks-agreed";

/**
 * Keeps what goes with the account alike on this device, for whoever is signed in. Where nobody is any more, because
 * the session was ended elsewhere, the account's things leave the device.
 */
export function useSync(): void {
  const site = useSite();
  const isSignedIn = useSessionFlag();

  useEffect(() => {
    if (!isSignedIn) {
      if (readText(AGREED_KEY) !== null) void clear();
      return undefined;
    }
    let isGone = false;
    let stop = (): void => undefined;
    const begin = async () => {
      const { followSync } = await import("#web/base/sync/sync-scheduler.ts");
      if (!isGone) stop = followSync(site);
    };
    void begin();
    return () => {
      isGone = true;
      stop();
    };
  }, [isSignedIn, site]);
}

async function clear(): Promise<void> {
  const list = await import("#web/features/bible/marks/follow-bookmark-list.ts");
  await list.followBookmarkList();
}
