import { type BibleVersionFacts, isIn } from "#shared/bible/bible-versions.ts";
import { bibleMessages } from "#shared/messages/reading/bible.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useVersions, type ReaderVersion } from "#web/base/reading/bible-versions.data.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { useEffect } from "react";
import { MEGABYTE_BYTES } from "#shared/device/data-estimate.domain.ts";
import { dataText } from "#shared/device/format-data-size.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { downloadVersion, hasWholeVersion, removeVersion } from "./bible-cache.ts";

type TextMissingProps = {
  /** Version shown instead. */
  version: BibleVersionFacts;
  /** Id of the version that the URL names and this site does not have, or null. */
  asked: string | null;
};

/**
 * Names the version that replaces a missing text: the requested one, or any in the page's language.
 */
export function TextMissing({ version, asked }: TextMissingProps) {
  const { language } = useSite();
  const texts = useTexts(bibleMessages);
  const { all, isKnown } = useVersions();
  const hasOwnText =
    !isKnown || isIn(version, language) || all.some((each) => isIn(each, language));
  if (asked === null && hasOwnText) return null;
  return (
    <p role="status" className="mt-4 rounded-card bg-gold-soft p-4 text-sm leading-relaxed">
      {asked === null ? texts.noOwnText(version.name) : texts.versionMissing(version.name)}
    </p>
  );
}

/** Loads the code of the search, which could not be fetched offline; a failure loses only the search. */
async function keepOfflineSearch(): Promise<void> {
  await import("./offline-search.ts").catch(() => undefined);
}

/** Downloads a whole version to the device, and removes it. */
export function OfflineControl({ version }: { version: ReaderVersion }) {
  const { api, language } = useSite();
  const texts = useTexts(bibleMessages);
  const isOnline = useConnection() === "online";
  const { needsNetwork } = useTexts(offlineMessages);
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
  const change = useMutation({
    mutationFn: async () => {
      if (isThere) return removeVersion(version.id);
      await Promise.all([downloadVersion(api, version.id), keepOfflineSearch()]);
    },
    networkMode: "always",
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <section aria-labelledby="offline-title" className="rounded-card bg-surface p-5 shadow-card">
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
        disabled={isThere === undefined || change.isPending}
        onClick={() => change.mutate()}
        className={buttonStyle(isThere || isOnline ? "outline" : "quiet", "w-full")}
      >
        {!isThere && <Download aria-hidden className="size-4" />}
        <span>
          {isThere
            ? texts.removeOffline
            : change.isPending
              ? texts.downloading
              : texts.downloadOffline}
        </span>
        {!isThere && !isOnline && <span className="text-xs font-normal">({needsNetwork})</span>}
      </button>
      {change.isError && (
        <p role="alert" className="mt-3 text-sm font-medium text-danger">
          {texts.downloadFailed}
        </p>
      )}
    </section>
  );
}
