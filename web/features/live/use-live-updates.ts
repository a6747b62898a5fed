import { useEffect, useState, useSyncExternalStore } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { reportError } from "#web/lib/report-error.ts";
import { type Site, useSite } from "#web/lib/site.ts";
import { liveQuery } from "./live.data.ts";
import type { LiveFollower } from "./live-updates.ts";
import { tellLine } from "./realtime-connection.ts";

/** Who looks into another tab for a moment costs no new socket. */
const LINGER_MS = 30_000;

/**
 * Whether somebody sees the page, or has within half a minute. Of all open tabs one or two are seen, so
 * that a browser holds as many sockets without its tabs having to agree on one.
 */
export function useSeenLately(): boolean {
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
 * Takes the channels' states from the server as soon as one has changed, on pages that show them and that
 * somebody sees. A socket is opened behind an answer that has come, so that nothing is tried while there is
 * no server; without one, and while data is saved, the page asks every few seconds as ever.
 */
export function useLiveNews(): void {
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
    // Nothing is asked for behind a page that nobody sees; who comes back is told at once.
    if (isShown && isSeen) void queryClient.refetchQueries({ queryKey, stale: true });
  }, [isShown, isSeen, queryClient, site]);

  useEffect(() => {
    const address = socketAddress(site);
    if (!isShown || !isSeen || isSavingData || address === null) return undefined;
    const { queryKey } = liveQuery(site.api);
    let follower: LiveFollower | null = null;
    let isOver = false;

    async function follow(address: string): Promise<void> {
      const { createLiveFollower } = await import("./live-updates.ts");
      if (isOver) return;
      follower = createLiveFollower({
        address,
        onNews(status) {
          // An answer that is on its way may be older.
          void queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, status);
        },
        onLine: tellLine,
      });
      // The page itself may have just come from the server; a copy on the device is older.
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

/** Null with a project elsewhere, which knows nothing of channels. */
function socketAddress({ backendUrl, serverUrl, publishableKey }: Site): string | null {
  const origin = serverUrl || window.location.origin;
  if (backendUrl !== "" && backendUrl !== origin) return null;
  const address = new URL("/realtime/v1/websocket", origin.replace(/^http/, "ws"));
  address.search = new URLSearchParams({ apikey: publishableKey, vsn: "1.0.0" }).toString();
  return address.href;
}
