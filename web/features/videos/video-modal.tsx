import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { type CategoryId, playlistOf } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { usePlayerKeys } from "#web/ui/use-player-keys.ts";
import { MoreVideos, NextVideo } from "./following-videos.tsx";
import { RemotePositionPrompt } from "./resume-from-device.tsx";
import { playlistQuery, videoQuery } from "./playlist.data.ts";
import { searchWithVideo, START_PARAMETER } from "./use-video-modal.ts";
import { VideoDetails } from "./details/video-details.tsx";
import { VideoStage } from "./video-stage.tsx";

/** "90", "90s", "1m30s", "1h2m3s", as video platforms write them. */
const START = /^(?=\d)(?:(?<hours>\d{1,2})h)?(?:(?<minutes>\d{1,4})m)?(?:(?<seconds>\d{1,6})s?)?$/i;

/** Returns the start second in a URL; null when there is none. */
function startIn(parameters: URLSearchParams): number | null {
  const groups = START.exec(parameters.get(START_PARAMETER)?.trim() ?? "")?.groups;
  if (!groups) return null;
  const { hours = "0", minutes = "0", seconds = "0" } = groups;
  return Number(hours) * HOUR_S + Number(minutes) * MINUTE_S + Number(seconds);
}

export type VideoMessageHandler = (message: EmbedMessage) => void;

type VideoModalProps = {
  video: Video;
  /** The list that holds it, and the number of videos that the page has requested. */
  category: CategoryId;
  limit: number | null;
  onClose: () => void;
  onMessage?: VideoMessageHandler | undefined;
};

const MORE_VIDEOS = 6;

/**
 * Full-screen modal with the autoplaying 16:9 player of one video, whose keys work at any focus,
 * and below it details and the following videos. The server's markup holds the image alone: the
 * browser decides whether the video may play.
 */
export function VideoModal({ video, category, limit, onClose, onMessage }: VideoModalProps) {
  const texts = useTexts(videoDetailsMessages);
  const isHydrated = useHydrated();
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [position, setPosition] = useState(0);
  const [hasEnded, setHasEnded] = useState(false);
  const askedFor = startIn(useSearchParams()[0]);
  const [startAt, setStartAt] = useState(askedFor);
  const bytes = useBytes(video, category);
  const following = useFollowing(video, category, limit);
  const goOn = useGoOn(following[0]);
  const send = useSend(frameRef);
  usePlayerKeys(frameRef);
  const handleMessage = useCallback(
    (message: EmbedMessage) => {
      if (message.t === "key" && message.key === "Escape") onClose();
      if (message.t === "time") setPosition(Math.floor(message.pos));
      if (message.t === "state" && message.s !== "buffering") setHasEnded(message.s === "ended");
      onMessage?.(message);
    },
    [onClose, onMessage],
  );

  function seek(seconds: number) {
    if (frameRef.current === null) setStartAt(seconds);
    else send({ v: 1, c: "seek", pos: seconds });
  }

  /** A player that has not reported its position cannot seek: it restarts at the position. */
  function goOnAt(seconds: number) {
    if (position === 0) setStartAt(seconds);
    else seek(seconds);
  }

  function cancelNext() {
    setHasEnded(false);
    frameRef.current?.focus();
  }

  return (
    <Dialog
      label={texts.videoPlayer(video.title)}
      className="dark m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas text-ink"
      onClose={onClose}
    >
      <div className="sticky top-0 z-10 flex justify-end rounded-full bg-canvas landscape:fixed landscape:right-0">
        <IconButton
          label={texts.closeVideo}
          className="size-11 bg-raised text-ink hover:bg-line"
          onClick={onClose}
        >
          <X aria-hidden className="size-6" />
        </IconButton>
      </div>
      <div className="page grid items-start gap-6 max-sm:px-0 lg:grid-cols-[minmax(0,7fr)_minmax(18rem,3fr)] lg:pt-10">
        <div className="min-w-0">
          <div className="relative mx-auto aspect-video max-h-dvh w-full max-w-[calc(100dvh*16/9)] overflow-hidden bg-black lg:rounded-card">
            <Picture src={video.thumbnail} alt="" sizes="94vw" className="size-full object-cover" />
            {isHydrated && (
              <VideoStage
                video={video}
                bytes={bytes}
                startAt={startAt}
                frameRef={frameRef}
                onMessage={handleMessage}
              />
            )}
            {hasEnded && following[0] && (
              <NextVideo video={following[0]} onPlay={goOn} onCancel={cancelNext} />
            )}
          </div>
          {isHydrated && (
            <RemotePositionPrompt
              videoId={video.id}
              startAt={askedFor}
              position={position}
              onGoOn={goOnAt}
            />
          )}
          <VideoDetails video={video} category={category} position={position} onSeek={seek} />
        </div>
        <MoreVideos videos={following} category={category} />
      </div>
    </Dialog>
  );
}

/** Returns the size of the video, which comes with its whole description. */
function useBytes(video: Video, category: CategoryId): number | undefined {
  const { api, ministry } = useSite();
  const { data } = useQuery(videoQuery(api, [playlistOf(ministry, category)], video.id));
  return data?.video.bytes;
}

/** Returns the videos after this one in its list, continued from its beginning. */
function useFollowing(video: Video, category: CategoryId, limit: number | null): Video[] {
  const { api, ministry } = useSite();
  const { data } = useQuery(playlistQuery(api, playlistOf(ministry, category), limit));
  const all = data?.videos ?? [];
  const place = all.findIndex(({ id }) => id === video.id);
  const around = [...all.slice(place + 1), ...all.slice(0, Math.max(place, 0))];
  return around.slice(0, MORE_VIDEOS);
}

/** Opens the next video in place of this visit, so that Back still closes. */
function useGoOn(next: Video | undefined): () => void {
  const navigate = useNavigate();
  const parameters = usePageParameters();
  const { state } = useLocation();
  return () => {
    if (!next) return;
    const search = searchWithVideo(parameters, next.id);
    void navigate({ search }, { replace: true, state, preventScrollReset: true });
  };
}

function useSend(frame: { current: HTMLIFrameElement | null }): (command: EmbedCommand) => void {
  const { embedOrigin } = useSite();
  return (command) =>
    frame.current?.contentWindow?.postMessage(command, embedOrigin || window.location.origin);
}
