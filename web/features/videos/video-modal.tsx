import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { localisedPath } from "#shared/languages.ts";
import { HOUR_S, MINUTE_S } from "@reign-tv/kit/durations.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { type CategoryId, playlistOf } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Picture } from "#web/ui/picture.tsx";
import { MoreVideos, NextVideo } from "./following-videos.tsx";
import { playlistQuery, videoQuery } from "./playlist.data.ts";
import {
  CARD_LINK_STATE,
  searchWithVideo,
  START_PARAMETER,
  usePageSearch,
} from "./use-video-modal.ts";
import { VideoDetails } from "./details/video-details.tsx";
import {
  dismissEnd,
  leaveVideoPage,
  openVideo,
  type OpenedVideo,
  type PlayerState,
  seek,
  setPageActions,
  usePlayer,
} from "./player/open-player.ts";
import { mountPlayer, PageBar, pageSlots } from "./player/video-player.tsx";
import { PAGE_DIALOG, VideoSurface } from "./player/video-surface.tsx";

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
export function VideoModal(props: VideoModalProps) {
  const isHydrated = useHydrated();
  const [wasInMarkup] = useState(!isHydrated);
  if (!isHydrated) return <VideoMarkup {...props} />;
  return <VideoInPlayer {...props} wasInMarkup={wasInMarkup} />;
}

/** The modal in the server's markup, without a player. */
function VideoMarkup({ video, category, limit, onClose }: VideoModalProps) {
  const texts = useTexts(videoDetailsMessages);
  const following = useFollowing(video, category, limit);
  return (
    <dialog open aria-label={texts.videoPlayer(video.title)} className={PAGE_DIALOG}>
      <VideoSurface
        bar={<PageBar canShrink={false} onClose={onClose} />}
        picture={
          <Picture src={video.thumbnail} alt="" sizes="94vw" className="size-full object-cover" />
        }
        details={<VideoDetails video={video} category={category} position={0} onSeek={seek} />}
        more={<MoreVideos videos={following} category={category} />}
      />
    </dialog>
  );
}

type VideoInPlayerProps = VideoModalProps & {
  /** The page came with the video, so that its parts stay. */
  wasInMarkup: boolean;
};

/** Opens the video in the player, and renders the page's parts into it once the player is there. */
function VideoInPlayer(props: VideoInPlayerProps) {
  const { video, category, limit, onClose, onMessage, wasInMarkup } = props;
  const arePartsShown = useDeferredValue(true, wasInMarkup);
  const following = useFollowing(video, category, limit);
  const goOn = useGoOn(following[0]);
  const player = useOpenedVideo({ video, category, onClose, onMessage });
  const { details, more, over } = pageSlots();
  const position = player?.hasEnded === true ? 0 : (player?.position ?? 0);
  return (
    <>
      {arePartsShown &&
        createPortal(
          <VideoDetails
            video={video}
            category={category}
            position={position}
            onSeek={seek}
            onMessage={onMessage}
          />,
          details,
        )}
      {arePartsShown && createPortal(<MoreVideos videos={following} category={category} />, more)}
      {player?.hasEnded === true &&
        following[0] &&
        createPortal(<NextVideo video={following[0]} onPlay={goOn} onCancel={dismissEnd} />, over)}
    </>
  );
}

/** Opens the video in the player for the time of this view. */
function useOpenedVideo(props: Omit<VideoModalProps, "limit">): PlayerState | null {
  const { video, category, onClose, onMessage } = props;
  const site = useSite();
  const navigate = useNavigate();
  const bytes = useBytes(video, category);
  const isChosen = useNavigationType() === NavigationType.Push;
  const { pathname } = useLocation();
  const parameters = useSearchParameters();
  const startAt = startIn(parameters);
  const search = searchWithVideo(usePageSearch(), video.id);
  const href = localisedPath(pathname, site.language) + search;
  const opened: OpenedVideo = { site, video, bytes, href, isChosen, startAt };
  const openedRef = useRef(opened);

  useLayoutEffect(() => {
    openedRef.current = opened;
    setPageActions({
      onClose,
      onMessage: (message) => onMessage?.(message),
      // Closing the page then leads back to the page with the corner.
      onReturn: () => void navigate({ pathname, search }, { state: CARD_LINK_STATE }),
    });
  });

  useLayoutEffect(() => {
    mountPlayer();
    openVideo(openedRef.current);
  }, [video.id, bytes]);

  useLayoutEffect(() => leaveVideoPage, [video.id]);

  return usePlayer();
}

/** Returns the size of what plays of the video, which comes with its whole description. */
function useBytes(video: Video, category: CategoryId): number | undefined {
  const { api, ministry } = useSite();
  const [savesData] = useDataSaver();
  const { data } = useQuery(videoQuery(api, [playlistOf(ministry, category)], video.id));
  const { bytes, saverBytes } = data?.video ?? {};
  return savesData ? (saverBytes ?? bytes) : bytes;
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
  const pageSearch = usePageSearch();
  const { state } = useLocation();
  return () => {
    if (!next) return;
    const search = searchWithVideo(pageSearch, next.id);
    void navigate({ search }, { replace: true, state, preventScrollReset: true });
  };
}
