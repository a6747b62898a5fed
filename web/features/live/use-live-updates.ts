import { useEffect, useState, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { reportError } from "#web/lib/report-error.ts";
import { type Site, useSite } from "#web/lib/site.ts";
import { liveQuery } from "./live.data.ts";
import type { LiveUpdates } from "./live-updates.ts";
import { setRealtime } from "./realtime-connection.ts";

/** A short switch to another tab keeps the socket. */
const LINGER_MS = 30_000;

/**
 * Returns true while the page is visible, and for half a minute after. Of all open tabs one or two
 * are visible, so a browser needs few sockets without coordination between tabs.
 */
function useSeenLately(): boolean {
  const [isSeen, setSeen] = useState(() => !document.hidden);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setSeen(false), LINGER_MS);
      else setSeen(true);
    }
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  return isSeen;
}

/**
 * Subscribes visible pages with channels to the states of the server. Opens a socket after a
 * successful request, so that nothing is tried while the server is down; without one, and while
 * data is saved, the page polls.
 */
export function useLiveUpdates(): void {
  const site = useSite();
  const queryClient = useQueryClient();
  const [isSavingData] = useDataSaver();
  const isSeen = useSeenLately();
  const cache = queryClient.getQueryCache();
  const isShown = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => (cache.find({ queryKey: liveQuery(site.api).queryKey })?.getObserversCount() ?? 0) > 0,
    () => false,
  );

  useEffect(() => {
    const { queryKey } = liveQuery(site.api);
    // A hidden page requests nothing; it refetches when it is shown again.
    if (isShown && isSeen) void queryClient.refetchQueries({ queryKey, stale: true });
  }, [isShown, isSeen, queryClient, site]);

  useEffect(() => {
    const address = socketAddress(site);
    if (!isShown || !isSeen || isSavingData || address === null) return undefined;
    const { queryKey } = liveQuery(site.api);
    let follower: LiveUpdates | null = null;
    let isOver = false;

    async function follow(address: string): Promise<void> {
      const { createLiveUpdates } = await import("./live-updates.ts");
      if (isOver) return;
      follower = createLiveUpdates({
        address,
        onUpdate(status) {
          // A response in flight may be older.
          void queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, status);
        },
        onLine: setRealtime,
      });
      // Fresh data may have just come with the page; a stale copy of the device says nothing.
      if (cache.find({ queryKey })?.isStale() === false) follower.answered();
    }

    const stopHearing = cache.subscribe((event) => {
      const isAnswer = event.type === "updated" && event.action.type === "success";
      if (isAnswer && event.query === cache.find({ queryKey })) follower?.answered();
    });
    follow(address).catch(reportError);
    return () => {
      isOver = true;
      stopHearing();
      follower?.stop();
    };
  }, [cache, isShown, isSeen, isSavingData, queryClient, site]);
}

/** Null with an external project, which has no channels. */
function socketAddress({ backendUrl, serverUrl, publishableKey }: Site): string | null {
  const origin = serverUrl || window.location.origin;
  if (backendUrl !== "" && backendUrl !== origin) return null;
  const address = new URL("/realtime/v1/websocket", origin.replace(/^http/, "ws"));
  address.search = new URLSearchParams({ apikey: publishableKey, vsn: "1.0.0" }).toString();
  return address.href;
}
