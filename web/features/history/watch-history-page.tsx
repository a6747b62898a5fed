import { watchMessages } from "#shared/messages/videos/watch.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { RECORDING_PAUSED, watchHistoryEntry } from "#web/base/playback/watch-storage.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import type { User } from "@supabase/supabase-js";
import { Clock, History, LogIn } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { readStored } from "#web/lib/storage/storage.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { useSession } from "#web/lib/session/use-session.ts";
import { Link } from "#web/ui/link.tsx";
import { TitledPage } from "#web/ui/titled-page.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { removeItem } from "#web/base/sync/use-items.ts";
import { HistoryItem } from "./history-item.tsx";
import { useRemoteHistory } from "./use-remote-history.ts";

type ClearDialogProps = { onClear: () => void; onClose: () => void };

/** Confirms before the whole history is deleted. */
export function ClearDialog({ onClear, onClose }: ClearDialogProps) {
  const texts = useTexts(watchMessages);
  return (
    <FormDialog title={texts.clearTitle} closeLabel={texts.close} onClose={onClose}>
      <p className="text-ink-soft">{texts.clearText}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {texts.cancel}
        </button>
        <button type="button" onClick={onClear} className={buttonStyle("brand")}>
          {texts.clearConfirm}
        </button>
      </div>
    </FormDialog>
  );
}

/** Pauses and resumes the recording of positions on this device. */
export function PauseRecording() {
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

/**
 * The videos that a member watched, on all devices of the account; visitors are asked to sign in.
 */
export function WatchHistoryPage() {
  const texts = useTexts(watchMessages);
  const session = useSession();
  switch (session.status) {
    case "loading":
      return (
        <Frame>
          <Loading />
        </Frame>
      );
    case "second-step":
    case "signed-out":
      return (
        <Frame>
          <Notice Icon={LogIn} text={texts.signInPrompt}>
            <Link to="/auth" className={buttonStyle("brand")}>
              {texts.signIn}
            </Link>
          </Notice>
        </Frame>
      );
    case "signed-in":
      return <MemberHistory user={session.user} />;
  }
}

function MemberHistory({ user }: { user: User }) {
  const texts = useTexts(watchMessages);
  const toast = useToast();
  const [isClearing, setIsClearing] = useState(false);
  const entry = useMemo(() => watchHistoryEntry(user.id), [user.id]);
  const [kept] = useStored(entry);
  const elsewhere = useRemoteHistory(kept);
  const history = [...kept, ...elsewhere.videos].toSorted(
    (a, b) => Date.parse(b.watchedAt) - Date.parse(a.watchedAt),
  );

  function handleRemove(videoId: string) {
    writeList(
      entry,
      readStored(entry).filter(({ id }) => id !== videoId),
    );
    void removeItem("watch-mark", videoId);
    toast({ tone: "done", title: texts.removed, text: texts.removedText });
  }

  function handleClear() {
    setIsClearing(false);
    writeList(entry, []);
    for (const { id } of history) void removeItem("watch-mark", id);
    toast({ tone: "done", title: texts.cleared, text: texts.clearedText });
  }

  if (history.length === 0 && !elsewhere.isLoaded) {
    return (
      <Frame>
        <Loading />
      </Frame>
    );
  }
  if (history.length === 0) {
    return (
      <Frame>
        <Notice Icon={History} title={texts.empty} text={texts.emptyHint}>
          <Link to="/video-on-demand" className={buttonStyle("brand")}>
            {texts.browse}
          </Link>
        </Notice>
      </Frame>
    );
  }
  return (
    <Frame>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{texts.count(history.length)}</p>
        <button type="button" onClick={() => setIsClearing(true)} className={buttonStyle("danger")}>
          {texts.clearAll}
        </button>
      </div>
      <ul className="stack-4">
        {history.map((watched) => (
          <li key={watched.id}>
            <HistoryItem watched={watched} onRemove={() => handleRemove(watched.id)} />
          </li>
        ))}
      </ul>
      {isClearing && <ClearDialog onClear={handleClear} onClose={() => setIsClearing(false)} />}
    </Frame>
  );
}

function Loading() {
  const texts = useTexts(watchMessages);
  return (
    <div role="status" aria-label={texts.loading} className="motion-ok:animate-shimmer">
      <div className="h-44 rounded-card bg-raised" />
      <div className="mt-4 h-44 rounded-card bg-raised" />
    </div>
  );
}

function Frame({ children }: { children: ReactNode }) {
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

type NoticeProps = { Icon: typeof History; title?: string; text: string; children: ReactNode };

function Notice({ Icon, title, text, children }: NoticeProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-14 text-center shadow-card">
      <Icon aria-hidden className="size-12 text-brand" />
      {title !== undefined && <h2 className="mt-4 text-xl font-bold tracking-tight">{title}</h2>}
      <p className="mt-2 mb-6 max-w-prose text-ink-soft">{text}</p>
      {children}
    </div>
  );
}
