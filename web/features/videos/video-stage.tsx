import { type RefObject, useEffect, useRef, useState } from "react";
import { VIDEO_PLATFORM_HOST } from "#shared/constants.ts";
import { videoEstimate } from "#shared/device/data-estimate.domain.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import type { KeptItem } from "#shared/media/kept-media.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { useDataSaver, useMayAutoplay } from "#web/base/data-saver/data-saver.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { useCanKeep, useKept } from "#web/base/kept/use-kept-media.ts";
import { hasConsent, rememberConsent } from "#web/base/playback/player-consents.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { KeptVideo } from "#web/ui/kept-video.tsx";
import { DataSaverPrompt, TapToStart } from "#web/ui/player-prompts.tsx";
import { focusPlayer } from "#web/ui/use-player-keys.ts";

/** Start of a video in its modal: by itself, or by a tap on its image. */
export type VideoStart = "play" | "tap";

type StartConditions = {
  /** A video of our own library; any other loads the platform. */
  isOurs: boolean;
  /** The visitor has just pressed its card, which is a tap; opening a URL is not. */
  isChosen: boolean;
  /** The visitor has consented to the platform before. */
  hasConsent: boolean;
  savesData: boolean;
  /** This device plays without a tap. */
  mayAutoplay: boolean;
};

/**
 * Decides whether a video plays without a tap: not while data is saved. For a visitor from a link
 * also not where autoplay is off, and never the platform.
 */
export function videoStart(facts: StartConditions): VideoStart {
  const { isOurs, isChosen, hasConsent, savesData, mayAutoplay } = facts;
  if (savesData || (!isChosen && !mayAutoplay)) return "tap";
  return isOurs || isChosen || hasConsent ? "play" : "tap";
}

const PLATFORM = { providerHost: VIDEO_PLATFORM_HOST };

type VideoStageProps = {
  video: Video;
  /** Its size, if known. */
  bytes: number | undefined;
  /** The visitor has just pressed its card. */
  isChosen: boolean;
  /** Start second; null for the stored position. */
  startAt: number | null;
  frameRef: RefObject<HTMLIFrameElement | null>;
  onMessage: (message: EmbedMessage) => void;
};

/**
 * The player of a video over its image, or its data estimate with a play button. Only a browser can
 * decide, so the server renders neither.
 */
export function VideoStage(props: VideoStageProps) {
  const { video, bytes, isChosen, startAt, frameRef, onMessage } = props;
  const { videos } = useMessages();
  const texts = useTexts(videoDetailsMessages);
  const [savesData] = useDataSaver();
  const mayAutoplay = useMayAutoplay(true) === true;
  const placeRef = useRef<HTMLDivElement>(null);
  const isOurs = isBundledVideoId(video.id);
  const [leftAt] = useState(() => storedSeconds(video.id));
  // Decided once: turning the switch during playback does not stop the video.
  const [start, setStart] = useState(() =>
    videoStart({
      isOurs,
      isChosen,
      hasConsent: hasConsent(PLATFORM),
      savesData,
      mayAutoplay,
    }),
  );

  // After the dialog has opened, which focuses its first button.
  useEffect(() => {
    const timer = setTimeout(() => focusPlayer(placeRef.current));
    return () => clearTimeout(timer);
  }, [start]);

  function handleTap() {
    if (!isOurs) rememberConsent(PLATFORM);
    setStart("play");
  }

  const kept = useKeptPicture(video.id);
  if (kept) {
    return (
      <KeptVideo
        item={kept}
        startAt={startAt ?? leftAt}
        isStarted={start === "play"}
        onMessage={onMessage}
        className="absolute inset-0 size-full"
      />
    );
  }
  const price = videoEstimate({ ...video, bytes, isOurOwn: isOurs });
  return (
    <div ref={placeRef} className="absolute inset-0">
      {start === "tap" ? (
        <TapToStart
          label={texts.playVideo(video.title)}
          price={price}
          notice={isOurs ? "" : videos.platformNotice}
          onTap={handleTap}
        />
      ) : (
        <DataSaverPrompt price={price}>
          <VideoFrame
            video={video}
            startAt={startAt ?? leftAt}
            frameRef={frameRef}
            onMessage={onMessage}
          />
        </DataSaverPrompt>
      )}
    </div>
  );
}

/** Returns the kept picture once there is no connection; it then plays on when there is one again. */
function useKeptPicture(videoId: string): KeptItem | null {
  const entry = useKept(videoId, "picture");
  const isOnline = useConnection() === "online";
  const canKeep = useCanKeep();
  const isNeeded = canKeep && !isOnline && entry?.state === "kept";
  const [isUsed, setUsed] = useState(false);
  if (isNeeded && !isUsed) setUsed(true);
  return isUsed ? entry : null;
}

type VideoFrameProps = Pick<VideoStageProps, "video" | "frameRef" | "onMessage"> & {
  startAt: number;
};

function VideoFrame({ video, startAt, frameRef, onMessage }: VideoFrameProps) {
  const { language } = useSite();
  const texts = useTexts(videoDetailsMessages);
  const [savesData] = useDataSaver();
  // The switch can be turned while the video plays in the corner; another URL would load it again.
  const [saver] = useState(savesData ? 1 : 0);
  return (
    <EmbedFrame
      path={`${embedPath(video, language)}&start=${startAt}&tap=1&saver=${saver}`}
      title={texts.videoPlayer(video.title)}
      className="size-full bg-black"
      frameRef={frameRef}
      onMessage={onMessage}
    />
  );
}

function embedPath(video: Video, language: string): string {
  const id = encodeURIComponent(video.id);
  if (isBundledVideoId(video.id)) return `/embed/clip/${id}?autoplay=1&lang=${language}&named=1`;
  return `/embed/yt/${id}?autoplay=1&hl=${language}&title=${encodeURIComponent(video.title)}`;
}
