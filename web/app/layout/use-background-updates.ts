import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import * as v from "valibot";
import type { LiveStatus } from "#shared/contracts/live-status.ts";
import { siteFactsSchema } from "#shared/contracts/site.ts";
import { SITE_PATH, siteStateIn } from "#shared/site/site-state.ts";
import { liveQuery } from "#web/features/live/live.data.ts";
import { reportError } from "#web/lib/report-error.ts";
import { isPhoneApp, type Site, useSite } from "#web/lib/site.ts";
import { setCurrentSite } from "#web/lib/current-site.ts";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { readText } from "#web/lib/storage/storage.ts";

/**
 * Shows on an open page what was changed in the studio since it came: names, times, announcements. The
 * answer of what is live names the site's revision; one that the page is not of is read, once.
 */
export function useSiteNews(): void {
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
      readSite(site, revision).then(setCurrentSite, reportError);
    }
    look();
    return queryClient.getQueryCache().subscribe(look);
  }, [queryClient, site]);
}

/** @throws AppError, or an error where the server is of another release. */
async function readSite(site: Site, revision: string): Promise<Site> {
  const facts = v.parse(
    siteFactsSchema,
    await site.api.getJson(`${SITE_PATH}?revision=${revision}`),
  );
  return { ...site, ...siteStateIn(facts, site.language) };
}

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
  const list = await import("#web/features/bible/marks/sync-bookmark-list.ts");
  await list.followBookmarkList();
}
