import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { MEGABYTE_BYTES } from "#shared/device/data-estimate.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import type { ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useNeedsNetwork } from "#web/ui/needs-network.tsx";
import { downloadVersion, hasWholeVersion, removeVersion } from "./bible-cache.ts";

/** Loads the code of the search, which could not be fetched offline; a failure loses only the search. */
async function keepOfflineSearch(): Promise<void> {
  await import("./offline-search.ts").catch(() => undefined);
}

/** Downloads a whole version to the device, and removes it. */
export function OfflineControl({ version }: { version: ReaderVersion }) {
  const { api, language } = useSite();
  const texts = useTexts(bibleMessages);
  const needsNetwork = useNeedsNetwork();
  const queryClient = useQueryClient();
  const queryKey = ["bible", "downloaded", version.id];
  const { data: isThere } = useQuery({
    queryKey,
    queryFn: () => hasWholeVersion(version.id),
    enabled: useHydrated(),
    networkMode: "always",
  });
  useEffect(() => {
    // The worker keeps the code of another release than the one that downloaded the version.
    if (isThere) void keepOfflineSearch();
  }, [isThere]);
  const [change, setChange] = useState<"idle" | "pending" | "failed">("idle");

  async function toggle(): Promise<void> {
    setChange("pending");
    try {
      if (isThere) await removeVersion(version.id);
      else await Promise.all([downloadVersion(api, version.id), keepOfflineSearch()]);
      setChange("idle");
    } catch {
      setChange("failed");
    }
    await queryClient.invalidateQueries({ queryKey });
  }

  return (
    <section
      aria-labelledby="offline-title"
      className="rounded-card border border-line bg-surface p-5 shadow-card"
    >
      <h2 id="offline-title" className="text-lg font-semibold">
        {texts.offlineTitle}
      </h2>
      {!isThere && (
        <p className="mt-2 mb-4 text-sm text-ink-soft">
          {texts.offlineHint(version.name, dataText(version.bytes ?? MEGABYTE_BYTES, language))}
        </p>
      )}
      {isThere && (
        <p role="status" className="mt-2 mb-4 flex items-center gap-2 font-semibold">
          <CircleCheck aria-hidden className="size-5 text-brand" />
          {texts.downloadedOffline}
        </p>
      )}
      <button
        type="button"
        disabled={isThere === undefined || change === "pending"}
        onClick={() => void toggle()}
        className={buttonStyle(isThere || needsNetwork === null ? "outline" : "quiet", "w-full")}
      >
        {!isThere && <Download aria-hidden className="size-4" />}
        <span>
          {isThere
            ? texts.removeOffline
            : change === "pending"
              ? texts.downloading
              : texts.downloadOffline}
        </span>
        {!isThere && needsNetwork !== null && (
          <span className="text-xs font-normal">({needsNetwork})</span>
        )}
      </button>
      {change === "failed" && (
        <p role="alert" className="mt-3 text-sm font-medium text-danger">
          {texts.downloadFailed}
        </p>
      )}
    </section>
  );
}
