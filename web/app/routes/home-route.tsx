import { categoriesOf, type CategoryId, homeRows } from "#shared/videos/categories.ts";
import { VIDEOS_PER_HOME_ROW } from "#shared/constants.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useSyncExternalStore } from "react";
import { isVideoId } from "#shared/videos/video-id.ts";
import type { PlaylistVideos, Video } from "#shared/contracts/playlist-videos.ts";
import { PageHead, VideoHead } from "#web/app/head/page-head.tsx";
import { useWatchTracking } from "#web/app/use-watch-tracking.ts";
import { mayBeTelevision } from "#web/features/install/may-be-television.domain.ts";
import { ChannelsSection } from "#web/features/live/channels-section.tsx";
import { useLive } from "#web/features/live/live.data.ts";
import { playlistQuery, videoQuery } from "#web/features/videos/playlist.data.ts";
import { useVideoModal } from "#web/features/videos/use-video-modal.ts";
import { DevotionalRow } from "#web/features/videos/devotional-row.tsx";
import { VideoRow } from "#web/features/videos/video-card.tsx";
import { VideoModalSlot } from "#web/features/videos/video-modal-slot.tsx";
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
const ServiceOnHome = optional(async () => (await import("./home-service.tsx")).HomeService);

/** Depends on the visitor's own day; loaded last. */
const ReadingOnHome = optional(async () => {
  await new Promise<void>((resolve) => void whenIdle(resolve));
  return (await import("#web/features/bible/reading-on-home.tsx")).ReadingOnHome;
});

/** Loaded where the visitor may have something to continue. */
const HomePersonal = optional(async () => (await import("./home-personal.tsx")).HomePersonal);

/**
 * Home: television banner, channels, what the visitor can continue, next service, devotional, verse
 * of the day, five rows of the newest videos. From an hour before a service to its end, that comes
 * first after the channels; the server's page knows it, so that nothing moves. Memoized: the router
 * renders its route again on each navigation, also to an open video.
 */
export const HomeRoute = memo(function HomeRoute() {
  const { ministry } = useSite();
  const { home } = useMessages();
  const next = useLive((live) => live.next);
  const service = next !== null && (
    // As tall as its content, to avoid a layout shift.
    <WhenNear key="service" data-service className="col-span-full min-h-51 sm:max-lg:min-h-38.5">
      <ServiceOnHome />
    </WhenNear>
  );
  const personal = <PersonalSlot key="personal" />;
  return (
    <div className="page pb-16">
      <h1 tabIndex={-1} className="sr-only">
        {`${ministry.name} – ${ministry.tagline}`}
      </h1>
      <TvSlot />
      <ChannelsSection>{next?.isNear ? [service, personal] : [personal, service]}</ChannelsSection>
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2">
        <DevotionalRow />
        {/* As tall as nearly every verse; the few longest need more. */}
        <WhenNear className="flex min-h-83 sm:min-h-65">
          <ReadingOnHome />
        </WhenNear>
      </div>
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
      <HomeVideo />
    </div>
  );
});

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
 * Reserved by the boot script before the first paint where this device has something to continue;
 * things of other devices arrive later and open it themselves.
 */
function PersonalSlot() {
  const isSignedIn = useSessionFlag();
  const isReserved = useHydrated() && /has-[kr]/.test(document.documentElement.className);
  return <div className="personal-slot">{(isSignedIn || isReserved) && <HomePersonal />}</div>;
}

type OpenVideo = { video: Video | undefined; category: CategoryId | undefined; close: () => void };

/**
 * The video that the URL names: from the rows in the cache, or from any other list for a shared
 * link.
 */
function useHomeVideo(): OpenVideo {
  const { api, ministry } = useSite();
  const queryClient = useQueryClient();
  const { videoId, close } = useVideoModal();
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
  const category =
    inRow?.category ?? categories.find(({ playlistId }) => playlistId === found?.playlistId)?.id;
  return { video: inRow?.video ?? found?.video, category, close };
}

/** The open video and the head of Home, or of that video. */
function HomeVideo() {
  const { ministry } = useSite();
  const { home } = useMessages();
  const { video, category, close } = useHomeVideo();
  const follow = useWatchTracking();
  const isHydrated = useHydrated();
  if (!video) return <PageHead title={ministry.tagline} description={home.description} />;
  return (
    <>
      <VideoHead video={video} />
      {category && isHydrated && (
        <VideoModalSlot
          key={video.id}
          video={video}
          category={category}
          limit={VIDEOS_PER_HOME_ROW}
          onClose={close}
          onMessage={follow(video, category)}
        />
      )}
    </>
  );
}
