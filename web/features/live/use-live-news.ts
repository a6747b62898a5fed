import { useEffect, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { type Site, useSite } from "#web/lib/site.ts";
import { liveQuery } from "./live.data.ts";
import { createLiveFollower } from "./live-follower.ts";

/**
 * Asks for the channels' states as soon as the server says that one has changed, on pages that show them.
 * A socket is opened behind an answer that has come, so that nothing is tried while there is no server;
 * without one, and while data is saved, the page asks every 15 seconds as ever.
 */
export function useLiveNews(): void {
  const site = useSite();
  const queryClient = useQueryClient();
  const [isSavingData] = useDataSaver();
  const cache = queryClient.getQueryCache();
  const isShown = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => (cache.find({ queryKey: liveQuery(site.api).queryKey })?.getObserversCount() ?? 0) > 0,
    () => false,
  );

  useEffect(() => {
    const address = socketAddress(site);
    if (!isShown || isSavingData || address === null) return undefined;
    const { queryKey } = liveQuery(site.api);
    const follower = createLiveFollower(address, () => {
      void queryClient.invalidateQueries({ queryKey });
    });
    const stopHearing = cache.subscribe((event) => {
      const isAnswer = event.type === "updated" && event.action.type === "success";
      if (isAnswer && event.query === cache.find({ queryKey })) follower.answered();
    });
    return () => {
      stopHearing();
      follower.stop();
    };
  }, [cache, isShown, isSavingData, queryClient, site]);
}

/** Null with a project elsewhere, which knows nothing of channels. */
function socketAddress({ backendUrl, serverUrl, publishableKey }: Site): string | null {
  const origin = serverUrl || window.location.origin;
  if (backendUrl !== "" && backendUrl !== origin) return null;
  const address = new URL("/realtime/v1/websocket", origin.replace(/^http/, "ws"));
  address.search = new URLSearchParams({ apikey: publishableKey, vsn: "1.0.0" }).toString();
  return address.href;
}
