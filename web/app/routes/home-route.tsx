import { categoriesOf, type CategoryId, homeRows } from "#shared/videos/categories.ts";
import { VIDEOS_PER_HOME_ROW } from "#shared/constants.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { isVideoId } from "#shared/videos/video-id.ts";
import type { PlaylistVideos, Video } from "#shared/contracts/playlist-videos.ts";
import { PageHead, VideoHead } from "#web/app/head/page-head.tsx";
import { useWatchTracking } from "#web/app/use-watch-tracking.ts";
import { mayBeTelevision } from "#web/features/install/may-be-television.domain.ts";
import { ChannelsSection } from "#web/features/live/channels-section.tsx";
import { playlistQuery, videoQuery } from "#web/features/videos/playlist.data.ts";
import { VIDEO_PARAMETER, useVideoModal } from "#web/features/videos/use-video-modal.ts";
import { DevotionalRow } from "#web/features/videos/devotional-row.tsx";
import { VideoRow } from "#web/features/videos/video-card.tsx";
import { VideoModalSlot } from "#web/features/videos/video-modal-slot.tsx";
import { useHasStoredPosition } from "#web/base/playback/stored-positions.tsx";
import { useSessionFlag } from "#web/lib/session/session-flag.ts";
import { isPhoneApp, useMessages, useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { optional } from "#web/ui/optional.tsx";
import { WhenNear } from "#web/ui/when-near.tsx";

/** Loaded on a possible television. */
const TvBanner = optional(
  async () => (await import("#web/features/install/tv-banner.tsx")).TvBanner,
);

/** Uses the visitor's clock, so the server does not render it. */
const NextService = optional(
  async () => (await import("#web/features/live/services/next-service.tsx")).NextService,
);

/** Depends on the visitor's own day; loaded last. */
const ReadingOnHome = optional(async () => {
  await new Promise<void>((resolve) => void whenIdle(resolve));
  return (await import("#web/features/bible/reading-on-home.tsx")).ReadingOnHome;
});

/**
 * Loaded when there is something to continue on this device or, with an account, on another one.
 */
const ContinueRow = optional(
  async () => (await import("#web/features/history/continue-row.tsx")).ContinueRow,
);

/**
 * Home: television banner, channels, devotional, next service, verse of the day, "Continue
 * watching", five rows of the newest videos.
 */
export function HomeRoute() {
  const { ministry } = useSite();
  const { home } = useMessages();
  const open = useHomeVideo();
  return (
    <div className="page pb-16">
      {open.video ? (
        <VideoHead video={open.video} />
      ) : (
        <PageHead title={ministry.tagline} description={home.description} />
      )}
      <h1 tabIndex={-1} className="sr-only">
        {`${ministry.name} – ${ministry.tagline}`}
      </h1>
      <TvSlot />
      <ChannelsSection>
        <DevotionalRow link="/devotional" />
        {/* As tall as the content, with a countdown of two lines on a phone, to avoid a layout
            shift. */}
        <WhenNear className="grid min-h-54 grid-cols-1 sm:min-h-32">
          <NextService />
        </WhenNear>
      </ChannelsSection>
      {/* As tall as nearly every verse; the few longest need more. */}
      <WhenNear className="mt-6 flex min-h-83 sm:min-h-65">
        <ReadingOnHome />
      </WhenNear>
      <ContinueSlot />
      {homeRows(ministry).map(({ id, path, playlistId }) => (
        <VideoRow
          key={id}
          id={id}
          title={ministry.categories?.[id]?.title ?? home.rows[id]}
          playlistId={playlistId}
          viewAllPath={path}
          maxItems={VIDEOS_PER_HOME_ROW}
        />
      ))}
      <HomeVideoModal {...open} />
    </div>
  );
}

/**
 * The Smart-TV banner on a possible television; checked again when the window is resized. Its space
 * is reserved on a television until then.
 */
function TvSlot() {
  const isHydrated = useHydrated();
  const isInPackage = isPhoneApp(useSite());
  const userAgent = useSyncExternalStore(
    subscribeToResize,
    () => navigator.userAgent,
    () => "",
  );
  const mayShow = !isInPackage && mayBeTelevision(userAgent);
  if (isHydrated && !mayShow) return null;
  return <div className="tv-slot">{mayShow && <TvBanner userAgent={userAgent} />}</div>;
}

function subscribeToResize(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

/**
 * Reserved by the boot script before the first paint where this device has a row to show. Positions
 * of other devices arrive later and open the row themselves.
 */
function ContinueSlot() {
  const hasKept = useHasStoredPosition();
  const isSignedIn = useSessionFlag();
  const isHydrated = useHydrated();
  const mayHaveRow = hasKept || isSignedIn;
  useEffect(() => {
    if (isHydrated && (hasKept || !isSignedIn)) {
      document.documentElement.classList.toggle("has-kept", hasKept);
    }
  }, [isHydrated, hasKept, isSignedIn]);
  return <div className="continue-slot mt-10 lg:mt-14">{mayHaveRow && <ContinueRow />}</div>;
}

type HomeVideo = { video: Video | null; category: CategoryId | undefined; close: () => void };

/**
 * The video that the URL names: from the rows in the cache, or from any other list for a shared
 * link.
 */
function useHomeVideo(): HomeVideo {
  const { api, ministry } = useSite();
  const queryClient = useQueryClient();
  const videoId = useSearchParams()[0].get(VIDEO_PARAMETER) ?? "";
  const rows = homeRows(ministry).flatMap(({ id: category, playlistId }) => {
    const query = playlistQuery(api, playlistId, VIDEOS_PER_HOME_ROW);
    const list = queryClient.getQueryData<PlaylistVideos>(query.queryKey)?.videos ?? [];
    return list.map((video) => ({ video, category }));
  });
  const inRow = rows.find(({ video }) => video.id === videoId);
  const categories = categoriesOf(ministry);
  const playlistIds = categories.map(({ playlistId }) => playlistId);
  const { data: found } = useQuery({
    ...videoQuery(api, playlistIds, videoId),
    enabled: !inRow && isVideoId(videoId),
  });
  const { openVideo, close } = useVideoModal([
    ...(found ? [found.video] : []),
    ...rows.map(({ video }) => video),
  ]);
  const category =
    inRow?.category ?? categories.find(({ playlistId }) => playlistId === found?.playlistId)?.id;
  return { video: openVideo, category, close };
}

function HomeVideoModal({ video, category, close }: HomeVideo) {
  const follow = useWatchTracking();
  const isHydrated = useHydrated();
  if (!video || !category || !isHydrated) return null;
  return (
    <VideoModalSlot
      key={video.id}
      video={video}
      category={category}
      limit={VIDEOS_PER_HOME_ROW}
      onClose={close}
      onMessage={follow(video, category)}
    />
  );
}
