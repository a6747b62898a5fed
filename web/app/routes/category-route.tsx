import { useQuery } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "react-router";
import { type Category, categoryAt } from "#shared/videos/categories.ts";
import { PageHead, VideoHead } from "#web/app/head/page-head.tsx";
import { useWatchTracking } from "#web/app/use-watch-tracking.ts";
import { CategoryPage } from "#web/features/videos/category-page.tsx";
import { playlistQuery } from "#web/features/videos/playlist.data.ts";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSite } from "#web/lib/site.ts";
import { Component as NotFound } from "./not-found-route.tsx";

/** One component for all categories; the path selects one, or shows "not found". */
export function Component() {
  const { pathname } = useLocation();
  const { ministry } = useSite();
  const category = categoryAt(ministry, pathname);
  return category ? <ShownCategory category={category} /> : <NotFound />;
}

function ShownCategory({ category }: { category: Category }) {
  const { api } = useSite();
  const wordsOf = useCategoryTexts();
  const follow = useWatchTracking();
  const [parameters] = useSearchParams();
  const { data } = useQuery(playlistQuery(api, category.playlistId));
  const video = data?.videos.find(({ id }) => id === parameters.get(VIDEO_PARAMETER));
  return (
    <>
      {video ? (
        <VideoHead video={video} />
      ) : (
        <PageHead
          {...wordsOf(category.id)}
          {...(data?.videos[0] && { picture: data.videos[0].thumbnail })}
        />
      )}
      <CategoryPage key={category.id} category={category} onWatching={follow} />
    </>
  );
}
