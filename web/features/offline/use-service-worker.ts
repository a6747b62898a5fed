import { useEffect, useState } from "react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useToast } from "#web/ui/use-toast.ts";
import {
  watchServiceWorker,
  keepPageOffline,
  removeServiceWorker,
  renewOffline,
} from "./service-worker.ts";

/** Pages whose text a visitor may need offline, even when client-side navigation opened them. */
const KEPT_PAGES = /^\/(?:fr\/)?devotional(?:\/|$)/;

/**
 * Keeps the app ready for offline use and announces new versions. @param address path and search of
 * the page, as the browser shows them.
 */
export function useServiceWorker(address: string): void {
  const { hasWorker, revision, preview } = useSite();
  const texts = useTexts(offlineMessages);
  const showToast = useToast();

  useEffect(() => {
    if (!hasWorker) {
      void removeServiceWorker().catch(reportError);
      return;
    }
    return watchServiceWorker((reload) =>
      showToast({
        tone: "done",
        title: texts.newVersion,
        text: texts.newVersionText,
        action: { label: texts.reload, onAct: reload },
      }),
    );
  }, [hasWorker, showToast, texts]);

  useEffect(() => {
    // An offline shell has no revision, and a preview is not the site.
    if (hasWorker && revision !== "" && preview === undefined) void renewOffline(revision);
  }, [hasWorker, revision, preview]);

  // The first page of a device loads before the worker.
  const [firstAddress] = useState(address);
  useEffect(() => {
    const isKept = address === firstAddress || KEPT_PAGES.test(address);
    if (hasWorker && isKept) void keepPageOffline(address);
  }, [hasWorker, address, firstAddress]);
}
