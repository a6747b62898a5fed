import { Share2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { localisedPath } from "#shared/languages.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { START_PARAMETER, VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";

type ShareVideoProps = {
  video: Video;
  /** Whole seconds played; 0 before the start. */
  position: number;
};

/**
 * Shares a video by the device's share sheet, or a copied link where there is none; optionally from
 * the current second.
 */
export function ShareVideo({ video, position }: ShareVideoProps) {
  const site = useSite();
  const texts = useTexts(videoDetailsMessages);
  const { pathname } = useLocation();
  const toast = useToast();
  const [isFromHere, setIsFromHere] = useState(false);

  async function share() {
    const url = new URL(localisedPath(pathname, site.language), sharedOrigin(site));
    url.searchParams.set(VIDEO_PARAMETER, video.id);
    if (isFromHere) url.searchParams.set(START_PARAMETER, String(position));
    const outcome = await shareOrCopy({ title: video.title, url: url.href });
    if (outcome === "copied") toast({ tone: "done", title: texts.copied });
    if (outcome === "refused") toast({ tone: "danger", title: texts.notCopied, text: url.href });
  }

  return (
    <>
      <button type="button" className={buttonStyle("quiet")} onClick={() => void share()}>
        <Share2 aria-hidden className="size-4" />
        {texts.share}
      </button>
      {position > 0 && (
        <label className="inline-flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="size-5"
            checked={isFromHere}
            onChange={(event) => setIsFromHere(event.target.checked)}
          />
          <span>{texts.from(momentText(position))}</span>
        </label>
      )}
    </>
  );
}
