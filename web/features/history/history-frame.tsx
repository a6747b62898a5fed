import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { RECORDING_PAUSED } from "#web/base/playback/watch-storage.ts";
import { useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { TitledPage } from "#web/ui/titled-page.tsx";

/** Title, links and switch of the page, with or without a history. */
export function HistoryFrame({ children }: { children: ReactNode }) {
  const { title } = useTexts(watchMessages);
  const later = useTexts(laterMessages);
  const [isPaused, setPaused] = useStored(RECORDING_PAUSED);
  return (
    <TitledPage title={title}>
      <div className="mb-6 flex flex-wrap items-center gap-3 *:grow sm:*:grow-0">
        <Link to="/watch-later" className={buttonStyle("outline")}>
          <Clock aria-hidden className="size-4" />
          {later.title}
        </Link>
        {/* Whether this device records positions. */}
        <button
          type="button"
          aria-pressed={isPaused}
          className={buttonStyle(isPaused ? "gold" : "outline")}
          onClick={() => setPaused(!isPaused)}
        >
          {later.pausePlaces}
        </button>
        <p role="status" className="w-full text-sm text-ink-soft empty:hidden">
          {isPaused && later.placesPaused}
        </p>
      </div>
      {children}
    </TitledPage>
  );
}

/** The history until it has loaded. */
export function HistoryLoading() {
  const texts = useTexts(watchMessages);
  return (
    <div role="status" aria-label={texts.loading} className="motion-ok:animate-shimmer">
      <div className="h-44 rounded-card bg-raised" />
      <div className="mt-4 h-44 rounded-card bg-raised" />
    </div>
  );
}
