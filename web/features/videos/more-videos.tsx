import { useLocation } from "react-router";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import type { CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { searchWithVideo } from "./use-video-modal.ts";

/** The videos that follow in a list. Going on to one takes the place of this visit: Back closes. */
export function MoreVideos({ videos, category }: { videos: Video[]; category: CategoryId }) {
  const texts = useTexts(videoDetailsMessages);
  const { categories } = useTexts(categoryMessages);
  const parameters = usePageParameters();
  const { state } = useLocation();
  if (videos.length === 0) return null;
  const name = texts.more(categories[category].title);
  return (
    <section aria-label={name} className="px-4 pb-6 sm:px-1">
      <h3 className="font-semibold">{name}</h3>
      <ul className="mt-2 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {videos.map((video) => (
          <li key={video.id}>
            <Link
              to={{ search: searchWithVideo(parameters, video.id) }}
              replace
              state={state}
              preventScrollReset
              className="flex items-center gap-4 rounded-card hover:bg-white/10"
            >
              <span className="block w-1/3 shrink-0 overflow-hidden rounded-card">
                <Picture
                  src={video.thumbnail}
                  alt=""
                  sizes="33vw"
                  className="aspect-video w-full object-cover"
                />
              </span>
              <span className="min-w-0 text-sm">
                <span className="line-clamp-2 font-semibold">{video.title}</span>
                <span className="mt-1 block text-white/70">{video.duration}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
