import { useEffect, useState } from "react";
import { offlineMessages } from "#shared/messages/offline.ts";
import { reportError } from "#web/lib/report-error.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useToast } from "#web/ui/use-toast.ts";
import {
  followServiceWorker,
  keepPageOffline,
  removeServiceWorker,
  renewOffline,
} from "./service-worker.ts";

/** Pages whose text a visitor may want again without a connection, wherever they came from. */
const KEPT_PAGES = /^\/(?:fr\/)?devotional(?:\/|$)/;

/**
 * Keeps the app ready to open without a connection and tells of new versions.
 *
 * @param address path and search of the page, as the browser shows them.
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
    return followServiceWorker((reload) =>
      showToast({
        tone: "done",
        title: texts.newVersion,
        text: texts.newVersionText,
        action: { label: texts.reload, onAct: reload },
      }),
    );
  }, [hasWorker, showToast, texts]);

  useEffect(() => {
    // What was opened without a connection names none, and a preview is of nobody's site yet.
    if (hasWorker && revision !== "" && preview === undefined) void renewOffline(revision);
  }, [hasWorker, revision, preview]);

  // The first page of a device comes before there is a worker.
  const [firstAddress] = useState(address);
  useEffect(() => {
    const isKept = address === firstAddress || KEPT_PAGES.test(address);
    if (hasWorker && isKept) void keepPageOffline(address);
  }, [hasWorker, address, firstAddress]);
}
