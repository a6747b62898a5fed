import { Clock, type LucideIcon } from "lucide-react";
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
  return (
    <TitledPage title={title}>
      <p className="mb-6">
        <Link to="/watch-later" className={buttonStyle("outline")}>
          <Clock aria-hidden className="size-4" />
          {later.title}
        </Link>
      </p>
      <PauseRecording />
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

/** Pauses and resumes the recording of positions on this device. */
function PauseRecording() {
  const texts = useTexts(laterMessages);
  const [isPaused, setPaused] = useStored(RECORDING_PAUSED);
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <button
        type="button"
        aria-pressed={isPaused}
        className={buttonStyle(isPaused ? "gold" : "outline")}
        onClick={() => setPaused(!isPaused)}
      >
        {texts.pausePlaces}
      </button>
      <p role="status" className="text-sm text-ink-soft">
        {isPaused && texts.placesPaused}
      </p>
    </div>
  );
}

type NoticeProps = { Icon: LucideIcon; title?: string; text: string; children: ReactNode };

/** Fills the page in place of a list. */
export function HistoryNotice({ Icon, title, text, children }: NoticeProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-14 text-center shadow-card">
      <Icon aria-hidden className="size-12 text-brand" />
      {title !== undefined && <h2 className="mt-4 text-xl font-bold tracking-tight">{title}</h2>}
      <p className="mt-2 mb-6 max-w-prose text-ink-soft">{text}</p>
      {children}
    </div>
  );
}
