import { Clock } from "lucide-react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { putItem, removeItem, useItems } from "#web/base/sync/use-items.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";

type WatchLaterButtonProps = { video: Video; category: string };

/** Keeps a video for later, or no longer: on this device, and with the account of who is signed in. */
export function WatchLaterButton({ video, category }: WatchLaterButtonProps) {
  const texts = useTexts(laterMessages);
  const toast = useToast();
  const { items } = useItems("watch-later");
  const isKept = items.some(({ id }) => id === video.id);

  function handleClick() {
    if (isKept) {
      void removeItem("watch-later", video.id);
      toast({ tone: "done", title: texts.removed });
      return;
    }
    const title = video.title.slice(0, 500);
    void putItem("watch-later", video.id, { addedAt: Date.now(), title, category });
    toast({ tone: "done", title: texts.kept, text: texts.keptText });
  }

  return (
    <button
      type="button"
      aria-label={texts.keepOf(video.title)}
      aria-pressed={isKept}
      className={buttonStyle(isKept ? "gold" : "quiet")}
      onClick={handleClick}
    >
      <Clock aria-hidden className="size-4" />
      {texts.keep}
    </button>
  );
}
