import { Clapperboard, TriangleAlert } from "lucide-react";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { memo, useState } from "react";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { HydrateNear, useHydrationGate } from "#web/ui/hydrate-near.tsx";
import { usePageSearch } from "./use-video-modal.ts";
import { CardPlaceholder, VideoCard } from "./video-card.tsx";
import { dateText } from "#shared/videos/video-date.domain.ts";

const GRID =
  "grid grid-cols-1 gap-x-4 gap-y-8 xs:grid-cols-2 md:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-5";
/** On narrow phones less than the card's width: the next smaller image looks the same and costs a third less data. */
const CARD_SIZES =
  "(min-width: 96rem) 280px, (min-width: 64rem) 24vw, (min-width: 48rem) 32vw, (min-width: 26rem) 47vw, 66vw";
const PLACEHOLDER_COUNT = 8;
/** As many as a phone shows at first. */
const CARDS_AT_TOP = 2;

/**
 * The videos of one page, with their dates; the first one is on the first screen and loads first.
 */
export function VideoGrid({ videos }: { videos: Video[] }) {
  const pageSearch = usePageSearch();
  return (
    <ul className={GRID}>
      {videos.map((video, index) => (
        <GridItem key={video.id} video={video} pageSearch={pageSearch} index={index} />
      ))}
    </ul>
  );
}

type GridItemProps = { video: Video; pageSearch: string; index: number };

/** Memoized: an item that waits for its hydration must not render again. */
const GridItem = memo(function GridItem({ video, pageSearch, index }: GridItemProps) {
  const [watch, gate] = useHydrationGate();
  const card = (
    <VideoCard
      video={video}
      pageSearch={pageSearch}
      sizes={CARD_SIZES}
      isOnFirstScreen={index === 0}
    >
      <PublishedDate video={video} />
    </VideoCard>
  );
  if (index < CARDS_AT_TOP) return <li>{card}</li>;
  return (
    <li ref={watch}>
      <HydrateNear gate={gate} placeholder={<CardPlaceholder />}>
        {card}
      </HydrateNear>
    </li>
  );
});

/** Last detail of a card. The page is the same at any time, so the browser adds the age. */
function PublishedDate({ video }: { video: Video }) {
  const { language } = useSite();
  const isHydrated = useHydrated();
  const [openedMs] = useState(Date.now);
  const nowMs = isHydrated ? openedMs : null;
  const { videos } = useMessages();
  const text = dateText(video.publishedAt, language, nowMs);
  if (text === "") return null;
  return (
    <>
      {videos.views(video.viewCount) + video.duration !== "" && <span> · </span>}
      {/* An older browser may abbreviate a month differently from the server. */}
      <time dateTime={video.publishedAt} className="whitespace-nowrap" suppressHydrationWarning>
        {text}
      </time>
    </>
  );
}

/** Placeholder of a category while its list loads. */
export function LoadingGrid() {
  const { list: texts } = useTexts(categoryMessages);
  return (
    <>
      <div role="status" className="mb-6">
        <p className="text-lg font-semibold">{texts.loadingTitle}</p>
        <p className="text-sm text-ink-soft">{texts.loadingDetail}</p>
      </div>
      <div className={GRID}>
        {Array.from({ length: PLACEHOLDER_COUNT }, (_, index) => (
          <CardPlaceholder key={index} />
        ))}
      </div>
    </>
  );
}

/** Placeholder of a category whose list cannot be read: the reason and a card without a video. */
export function PlaceholderGrid({ title, message }: { title: string; message: string }) {
  const { list: texts } = useTexts(categoryMessages);
  return (
    <>
      <p
        role="alert"
        className="mb-8 flex items-start gap-3 rounded-card bg-danger-soft p-4 text-danger"
      >
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        {texts.listError(message)}
      </p>
      <div className={GRID}>
        <div data-placeholder>
          <div className="flex aspect-video items-center justify-center rounded-card bg-raised text-ink-soft">
            <Clapperboard aria-hidden className="size-10" />
          </div>
          <p className="mt-2.5 font-semibold">{texts.placeholder(title)}</p>
        </div>
      </div>
    </>
  );
}
