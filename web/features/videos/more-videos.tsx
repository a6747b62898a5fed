import { useLocation } from "react-router";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import type { CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { useCategoryWords } from "#web/lib/category-words.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { CardProgress } from "#web/base/playback/card-progress.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { searchWithVideo } from "./use-video-modal.ts";

/** The videos that follow in a list. Opening one replaces this visit: Back closes the modal. */
export function MoreVideos({ videos, category }: { videos: Video[]; category: CategoryId }) {
  const texts = useTexts(videoDetailsMessages);
  const wordsOf = useCategoryWords();
  const parameters = usePageParameters();
  const { state } = useLocation();
  const { language } = useSite();
  if (videos.length === 0) return null;
  const name = texts.more(wordsOf(category).title);
  return (
    <section aria-label={name} className="px-4 pb-6 sm:px-0">
      <h3 className="font-semibold">{name}</h3>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.5rem),1fr))] gap-4">
        {videos.map((video) => (
          <li key={video.id}>
            <Link
              to={{ search: searchWithVideo(parameters, video.id) }}
              replace
              state={state}
              preventScrollReset
              className="group block rounded-card text-sm"
            >
              <span className="relative block overflow-hidden rounded-card bg-raised">
                <Picture
                  src={video.thumbnail}
                  alt=""
                  sizes="(min-width: 64rem) 14vw, (min-width: 26rem) 30vw, 45vw"
                  className="aspect-video w-full object-cover"
                />
                <CardProgress videoId={video.id} />
              </span>
              <span
                lang={video.language}
                className="mt-2 line-clamp-2 font-semibold group-hover:text-brand"
              >
                {video.title}
              </span>
              <span suppressHydrationWarning className="mt-1 block text-ink-soft">
                {[video.duration, dateText(video.publishedAt, language, null)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
