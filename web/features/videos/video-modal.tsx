import { X } from "lucide-react";
import { useCallback, useRef } from "react";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { usePlayerKeys } from "#web/ui/use-player-keys.ts";
import { VideoStage } from "./video-stage.tsx";

export type VideoMessageHandler = (message: EmbedMessage) => void;

type VideoModalProps = {
  video: Video;
  onClose: () => void;
  onMessage?: VideoMessageHandler | undefined;
};

/**
 * Full-screen modal with the autoplaying 16:9 player of one video, whose keys work wherever focus is.
 * The server's markup holds the picture alone: whether the video may play is decided in the browser.
 */
export function VideoModal({ video, onClose, onMessage }: VideoModalProps) {
  const { language } = useSite();
  const { videos } = useMessages();
  const isHydrated = useHydrated();
  const frameRef = useRef<HTMLIFrameElement>(null);
  usePlayerKeys(frameRef);
  const handleMessage = useCallback(
    (message: EmbedMessage) => {
      if (message.t === "key" && message.key === "Escape") onClose();
      onMessage?.(message);
    },
    [onClose, onMessage],
  );
  const facts = [
    videos.views(video.viewCount),
    videos.published(
      new Date(video.publishedAt).toLocaleDateString(LANGUAGE_FACTS[language].locale, DATE_FORMAT),
    ),
  ].filter((fact) => fact !== "");

  return (
    <Dialog
      label={videos.videoPlayer(video.title)}
      className="m-0 flex h-dvh max-h-none w-full max-w-none flex-col overflow-y-auto bg-[#08060f] text-white"
      onClose={onClose}
    >
      <header className="flex items-start gap-4 px-4 py-3 sm:px-6">
        <div className="min-w-0 grow">
          <h2 className="line-clamp-2 font-semibold sm:text-lg">{video.title}</h2>
          <p className="text-sm text-white/70">{facts.join(" · ")}</p>
        </div>
        <IconButton
          label={videos.closeVideo}
          className="size-11 bg-white/10 text-white hover:bg-white/20 hover:text-white"
          onClick={onClose}
        >
          <X aria-hidden className="size-6" />
        </IconButton>
      </header>
      <div className="mx-auto flex w-full max-w-[min(100%,calc((100dvh-11rem)*16/9))] grow flex-col justify-center">
        <div className="relative aspect-video w-full overflow-hidden bg-black sm:rounded-card">
          <Picture src={video.thumbnail} alt="" sizes="94vw" className="size-full object-cover" />
          {isHydrated && <VideoStage video={video} frameRef={frameRef} onMessage={handleMessage} />}
        </div>
        <div className="px-4 py-4 text-sm text-white/80 sm:px-1">
          <p className="line-clamp-3 max-w-prose">{video.description}</p>
          {isBundledVideoId(video.id) && (
            <p className="mt-2 text-white/60">{videos.bundledNotice}</p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const DATE_FORMAT: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeZone: "UTC" };
