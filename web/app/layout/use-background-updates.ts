import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { DAY_MS, MINUTE_MS } from "@reign-tv/kit/durations.ts";
import { liveQuery } from "#web/features/live/live.data.ts";
import { serverAheadMs, serverNow } from "#web/lib/clock.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { reportError } from "#web/lib/report-error.ts";
import { importAgain } from "#web/lib/import-again.ts";
import { isPhoneApp, useSite, setCurrentSite } from "#web/lib/site.ts";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { readText } from "#web/lib/storage/storage.ts";

/** Few pages are open during a change: its schema loads with the first. */
const importReading = importAgain(() => import("./read-site.ts"));

/**
 * Applies studio changes to an open page: names, times, announcements. The live status names the
 * site's revision; a revision that differs from the page's is fetched once.
 */
export function useSiteUpdates(): void {
  const site = useSite();
  const queryClient = useQueryClient();

  useEffect(() => {
    if (isPhoneApp(site) || site.preview !== undefined) return undefined;
    const { queryKey } = liveQuery(site.api);
    let asked: string | undefined;

    function look(): void {
      const revision = queryClient.getQueryData<LiveStatus>(queryKey)?.site;
      if (revision === undefined || revision === site.revision || revision === asked) return;
      asked = revision;
      importReading()
        .then(({ readSite }) => readSite(site, revision))
        .then(setCurrentSite, reportError);
    }
    look();
    return queryClient.getQueryCache().subscribe(look);
  }, [queryClient, site]);
}

const RETRY_DELAY_MS = MINUTE_MS;
/** Random delay after the start of an announcement, so that pages do not all ask at once. */
const LATEST_MS = 5_000;

/**
 * Fetches the announcement that begins while the page is open, at its time; before that no page has
 * its text. Retries each minute until the server has it.
 */
export function useScheduledAnnouncement(): void {
  const site = useSite();
  const queryClient = useQueryClient();
  const next = site.nextAnnouncementAt;
  const { announcements = [] } = site.ministry;
  const isTimed = next !== undefined || announcements.some(({ until }) => until !== undefined);

  useEffect(() => {
    // Announcements follow the server's time, which pages without channels do not know yet.
    if (!isTimed || site.preview !== undefined || !Number.isNaN(serverAheadMs())) return;
    void queryClient.prefetchQuery({ ...liveQuery(site.api), staleTime: 0 });
  }, [isTimed, queryClient, site]);

  useEffect(() => {
    if (next === undefined || site.preview !== undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;

    async function ask(at: string): Promise<void> {
      if (isGone || Date.parse(at) > serverNow()) return;
      const { readAnnouncements } = await importReading();
      const read = await readAnnouncements(site, at);
      if (isGone || read.nextAnnouncementAt === at) return;
      setCurrentSite({
        ...site,
        ministry: { ...site.ministry, announcements: read.announcements },
        nextAnnouncementAt: read.nextAnnouncementAt,
      });
    }
    function wait(at: string, ms: number): void {
      timer = setTimeout(() => {
        ask(at)
          .catch(() => undefined)
          .finally(() => {
            if (!isGone) wait(at, RETRY_DELAY_MS);
          });
      }, ms);
    }
    const untilMs = Math.max(Date.parse(next) - serverNow(), 0);
    // The server's time may become known while the page waits.
    const longestMs = Number.isNaN(serverAheadMs()) ? RETRY_DELAY_MS : DAY_MS;
    wait(next, Math.min(untilMs, longestMs) + Math.random() * LATEST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [next, site]);
}

/**
 * Repeats what this page could not load, once the device is online or the server responds again. What
 * is known costs no data again.
 */
export function useRetryWhenOnline(): void {
  const queryClient = useQueryClient();
  const isOnline = useConnection() === "online";

  useEffect(() => {
    if (isOnline) return undefined;
    const filters = {
      type: "active",
      predicate: ({ state }: Query) => state.status === "error" && state.data === undefined,
    } as const;
    return () => void queryClient.refetchQueries(filters, { cancelRefetch: false });
  }, [isOnline, queryClient]);
}

/**
 * Flag that bookmarks were synced with the marks of an account or visitor
 * (`bible-bookmarks-agreed`).
 */
const AGREED_KEY = "bible-bookmarks-agreed";

/**
 * Syncs the account's items on this device for the signed-in user. Removes them when the session
 * was ended elsewhere.
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
      const { startSync } = await import("#web/base/sync/sync-scheduler.ts");
      if (!isGone) stop = startSync(site);
    };
    void begin();
    return () => {
      isGone = true;
      stop();
    };
  }, [isSignedIn, site]);
}

async function clear(): Promise<void> {
  const list = await import("#web/features/bible/marks/sync-bookmark-list.ts");
  await list.syncBookmarkList();
}
