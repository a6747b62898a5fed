import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { CardProgress } from "#web/base/playback/stored-positions.tsx";
import { HydrateNear, useHydrationGate } from "#web/ui/hydrate-near.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture, RAIL_SIZES } from "#web/ui/picture.tsx";
import { CARD_LINK_STATE, searchWithVideo, usePageSearch } from "./use-video-modal.ts";
import { loadVideoModal } from "./video-modal-slot.tsx";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { VIDEOS_PER_ROW_DEFAULT } from "#shared/constants.ts";
import { playlistQuery } from "./playlist.data.ts";

/** Placeholder of a card in its exact size, so that nothing shifts. */
export function CardPlaceholder() {
  return (
    <div aria-hidden className="snap-start motion-ok:animate-shimmer" data-placeholder>
      <div className="aspect-video w-full rounded-card bg-raised" />
      <div className="mt-2.5 h-5 rounded-md bg-raised" />
      <div className="mt-2 h-4 w-24 rounded-md bg-raised" />
    </div>
  );
}

type VideoCardProps = {
  video: Video;
  /** Query of the page without an open video. */
  pageSearch: string;
  /** `sizes` of the thumbnail. */
  sizes: string;
  isOnFirstScreen?: boolean;
  /** Details of a list besides views and duration. */
  children?: ReactNode;
};

/**
 * A video: thumbnail with duration badge, title in two lines, views and duration. Memoized: a video
 * that opens changes none.
 */
export const VideoCard = memo(function VideoCard({
  video,
  pageSearch,
  sizes,
  isOnFirstScreen = false,
  children,
}: VideoCardProps) {
  const { videos } = useMessages();
  const facts = [videos.views(video.viewCount), video.duration].filter(Boolean);
  return (
    <Link
      to={{ search: searchWithVideo(pageSearch, video.id) }}
      state={CARD_LINK_STATE}
      preventScrollReset
      title={isBundledVideoId(video.id) ? undefined : videos.platformNotice}
      className="group block snap-start rounded-card"
      // At once, and not only when React has rendered the modal's place.
      onClick={() => void loadVideoModal().catch(() => undefined)}
      data-video
    >
      <span
        className={clsx(
          "relative block overflow-hidden rounded-card bg-raised shadow-card",
          // Its image waits until it is near; a row of cards waits as a whole.
          sizes !== RAIL_SIZES && "aspect-video [content-visibility:auto]",
        )}
      >
        <Picture
          src={video.thumbnail}
          alt=""
          sizes={sizes}
          isOnFirstScreen={isOnFirstScreen}
          className="aspect-video w-full object-cover slow-zoom"
        />
        {/* In a corner: a mark in the middle would cover the title in the image. */}
        <span
          aria-hidden
          className="absolute right-2 bottom-2 rounded-md bg-[#0a0716d9] px-1.5 py-0.5 text-xs font-semibold text-white even-figures"
        >
          {video.duration || <span className="play-mark block" />}
        </span>
        <CardProgress videoId={video.id} />
      </span>
      <span
        lang={video.language}
        className="mt-2.5 line-clamp-2 leading-snug font-semibold text-ink group-hover:text-brand"
      >
        {video.title}
      </span>
      <span className="mt-1 block text-sm text-ink-soft">
        <span>{facts.join(" · ")}</span>
        {children}
      </span>
    </Link>
  );
});

type VideoRowProps = {
  /** Section id, for links from the footer. */
  id: string;
  title: string;
  playlistId: string;
  /** Route of the whole list. */
  viewAllPath: string;
  maxItems?: number;
};

/**
 * A horizontal row of a playlist's newest videos with its "View All" link. Memoized: a row that waits for its
 * hydration must not render again.
 */
export const VideoRow = memo(function VideoRow({
  id,
  title,
  playlistId,
  viewAllPath,
  maxItems = VIDEOS_PER_ROW_DEFAULT,
}: VideoRowProps) {
  const { home } = useMessages();
  const [watch, gate] = useHydrationGate();
  return (
    <section
      ref={watch}
      id={id}
      aria-labelledby={`${id}-heading`}
      className="defer-paint mt-10 lg:mt-14"
    >
      <HydrateNear gate={gate}>
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={`${id}-heading`} className="text-xl font-bold tracking-tight sm:text-2xl">
            {title}
          </h2>
          <Link
            to={viewAllPath}
            aria-label={home.viewAllOf(title)}
            className="inline-flex min-h-11 shrink-0 items-center gap-0.5 text-sm font-semibold text-brand hover:underline"
          >
            {home.viewAll}
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        </div>
        <RowContent playlistId={playlistId} maxItems={maxItems} />
      </HydrateNear>
    </section>
  );
});

function RowContent({ playlistId, maxItems }: { playlistId: string; maxItems: number }) {
  const { api } = useSite();
  const { videos: texts } = useMessages();
  const { data, status } = useQuery(playlistQuery(api, playlistId, maxItems));
  const pageSearch = usePageSearch();

  if (status === "pending") {
    return (
      <div className="card-rail" role="status" aria-label={texts.loadingRow}>
        {Array.from({ length: maxItems }, (_, index) => (
          <CardPlaceholder key={index} />
        ))}
      </div>
    );
  }
  // Known videos stay when their refetch fails.
  if (!data) return <RowMessage text={texts.loadError} />;
  if (data.videos.length === 0) return <RowMessage text={texts.emptyCategory} />;
  return (
    <ul className="card-rail">
      {data.videos.slice(0, maxItems).map((video) => (
        <li key={video.id}>
          <VideoCard video={video} pageSearch={pageSearch} sizes={RAIL_SIZES} />
        </li>
      ))}
    </ul>
  );
}

function RowMessage({ text }: { text: string }) {
  return (
    <p role="status" className="rounded-card border border-line bg-surface p-6 text-ink-soft">
      {text}
    </p>
  );
}
