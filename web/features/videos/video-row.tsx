import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { VIDEOS_PER_ROW_DEFAULT } from "#shared/constants.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { RAIL_SIZES } from "#web/ui/picture.tsx";
import { CardPlaceholder, VideoCard } from "./video-card.tsx";
import { playlistQuery } from "./playlist.data.ts";

type VideoRowProps = {
  /** Section id, for links from the footer. */
  id: string;
  title: string;
  playlistId: string;
  /** Route of the whole list. */
  viewAllPath: string;
  maxItems?: number;
};

/** A horizontal row of a playlist's newest videos with its "View All" link. */
export function VideoRow({
  id,
  title,
  playlistId,
  viewAllPath,
  maxItems = VIDEOS_PER_ROW_DEFAULT,
}: VideoRowProps) {
  const { home } = useMessages();
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="defer-paint mt-10 lg:mt-14">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`${id}-heading`} className="text-xl font-bold tracking-tight sm:text-2xl">
          {title}
        </h2>
        <Link
          to={viewAllPath}
          aria-label={home.viewAllOf(title)}
          className="inline-flex min-h-6 shrink-0 items-center gap-0.5 text-sm font-semibold text-brand hover:underline"
        >
          {home.viewAll}
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      </div>
      <RowContent playlistId={playlistId} maxItems={maxItems} />
    </section>
  );
}

function RowContent({ playlistId, maxItems }: { playlistId: string; maxItems: number }) {
  const { api } = useSite();
  const { videos: texts } = useMessages();
  const { data, status } = useQuery(playlistQuery(api, playlistId, maxItems));

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
          <VideoCard video={video} sizes={RAIL_SIZES} />
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
