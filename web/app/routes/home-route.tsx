import { HOME_ROW_CATEGORY_IDS, categoryById } from "#shared/videos/categories.ts";
import { VIDEOS_PER_HOME_ROW } from "#shared/constants.ts";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import type { PlaylistVideos } from "#shared/contracts/playlist-videos.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { useFollowWatching } from "#web/app/use-follow-watching.ts";
import { mayBeTelevision } from "#web/features/install/may-be-television.domain.ts";
import { ChannelsSection } from "#web/features/live/channels-section.tsx";
import { playlistQuery } from "#web/features/videos/playlist.data.ts";
import { useVideoModal } from "#web/features/videos/use-video-modal.ts";
import { VideoRow } from "#web/features/videos/video-row.tsx";
import { useHasKept } from "#web/base/watching/kept-positions.ts";
import { isPhoneApp, useMessages, useSite } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { optional } from "#web/ui/optional.tsx";

/** Loaded on what may be a television. */
const TvBanner = optional(
  async () => (await import("#web/features/install/tv-banner.tsx")).TvBanner,
);

/** Loaded by those who have something to go on with. */
const ContinueRow = optional(
  async () => (await import("#web/features/history/continue-row.tsx")).ContinueRow,
);

/** Loaded when a video is opened. */
const VideoModal = lazy(async () => ({
  default: (await import("#web/features/videos/video-modal.tsx")).VideoModal,
}));

/** Home: the banner for televisions, the two channels, then five rows of the newest videos. */
export function HomeRoute() {
  const { ministry } = useSite();
  const { home } = useMessages();
  return (
    <div className="page pb-16">
      <PageHead title={ministry.tagline} description={home.description} />
      <h1 tabIndex={-1} className="sr-only">
        {ministry.name} – {ministry.tagline}
      </h1>
      <TvSlot />
      <ChannelsSection />
      <ContinueSlot />
      {HOME_ROW_CATEGORY_IDS.map((id) => (
        <VideoRow
          key={id}
          id={id}
          title={home.rows[id]}
          playlistId={ministry.playlists[id]}
          viewAllPath={categoryById(id).path}
          maxItems={VIDEOS_PER_HOME_ROW}
        />
      ))}
      <HomeVideoModal />
    </div>
  );
}

/**
 * The Smart-TV banner, where there may be one; looked at again when the window changes its size. Room
 * for it is kept open on a television until this is known.
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

/** Room that the boot script keeps open before the first paint where this device has a row to show. */
function ContinueSlot() {
  const hasKept = useHasKept();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) document.documentElement.classList.toggle("has-kept", hasKept);
  }, [isHydrated, hasKept]);
  return <div className="continue-slot mt-10 lg:mt-14">{hasKept && <ContinueRow />}</div>;
}

/**
 * The modal of a card of any row. It reads the lists from the cache: they are there when a card can
 * be pressed, and with the page when its address names a video.
 */
function HomeVideoModal() {
  const { api, ministry } = useSite();
  const queryClient = useQueryClient();
  const lists = HOME_ROW_CATEGORY_IDS.map((id) =>
    queryClient.getQueryData<PlaylistVideos>(
      playlistQuery(api, ministry.playlists[id], VIDEOS_PER_HOME_ROW).queryKey,
    ),
  );
  const { openVideo, close } = useVideoModal(lists.flatMap((list) => list?.videos ?? []));
  const follow = useFollowWatching();
  const isHydrated = useHydrated();
  if (!openVideo || !isHydrated) return null;
  const category = HOME_ROW_CATEGORY_IDS.find((_id, index) =>
    lists[index]?.videos.includes(openVideo),
  );
  return (
    <Suspense>
      <VideoModal
        key={openVideo.id}
        video={openVideo}
        onClose={close}
        onMessage={category && follow(openVideo, category)}
      />
    </Suspense>
  );
}
