import type { User } from "@supabase/supabase-js";
import { History } from "lucide-react";
import { useMemo, useState } from "react";
import { watchMessages } from "#shared/messages/videos/watch.ts";
import { watchHistoryEntry } from "#web/base/playback/watch-storage.ts";
import { removeItem } from "#web/base/sync/use-items.ts";
import { useTexts } from "#web/lib/site.ts";
import { readStored } from "#web/lib/storage/storage.ts";
import { writeList } from "#web/lib/storage/stored-list.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { NoticeCard } from "#web/ui/notice-card.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import { HistoryFrame, HistoryLoading } from "./history-frame.tsx";
import { HistoryItem } from "./history-item.tsx";
import { useRemoteHistory } from "./use-remote-history.ts";

type ClearDialogProps = { onClear: () => void; onClose: () => void };

/** Confirms before the whole history is deleted. */
function ClearDialog({ onClear, onClose }: ClearDialogProps) {
  const texts = useTexts(watchMessages);
  return (
    <FormDialog title={texts.clearTitle} closeLabel={texts.close} onClose={onClose}>
      <p className="text-ink-soft">{texts.clearText}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
        <button type="button" onClick={onClose} className={buttonStyle("outline")}>
          {texts.cancel}
        </button>
        <button type="button" onClick={onClear} className={buttonStyle("danger")}>
          {texts.clearConfirm}
        </button>
      </div>
    </FormDialog>
  );
}

/** The videos that a signed-in member watched. */
export function MemberHistory({ user }: { user: User }) {
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
      <HistoryFrame>
        <HistoryLoading />
      </HistoryFrame>
    );
  }
  if (history.length === 0) {
    return (
      <HistoryFrame>
        <NoticeCard Icon={History} title={texts.empty} text={texts.emptyHint}>
          <Link to="/video-on-demand" className={buttonStyle("brand")}>
            {texts.browse}
          </Link>
        </NoticeCard>
      </HistoryFrame>
    );
  }
  return (
    <HistoryFrame>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
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
    </HistoryFrame>
  );
}
