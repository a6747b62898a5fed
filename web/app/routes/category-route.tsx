import { useQuery } from "@tanstack/react-query";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { useLocation, useSearchParams } from "react-router";
import { CATEGORIES } from "#shared/videos/categories.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { VideoHead } from "#web/app/head/video-head.tsx";
import { useFollowWatching } from "#web/app/use-follow-watching.ts";
import { CategoryPage } from "#web/features/videos/category-page.tsx";
import { playlistQuery } from "#web/features/videos/playlist.data.ts";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

/** One component for all nine categories; the address says which. */
export function Component() {
  const { pathname } = useLocation();
  const category = CATEGORIES.find((candidate) => candidate.path === pathname) ?? CATEGORIES[0];
  const { api, ministry } = useSite();
  const { categories } = useTexts(categoryMessages);
  const follow = useFollowWatching();
  const [parameters] = useSearchParams();
  const { data } = useQuery(playlistQuery(api, ministry.playlists[category.id]));
  const video = data?.videos.find(({ id }) => id === parameters.get(VIDEO_PARAMETER));
  return (
    <>
      {video ? (
        <VideoHead video={video} />
      ) : (
        <PageHead
          {...categories[category.id]}
          {...(data?.videos[0] && { picture: data.videos[0].thumbnail })}
        />
      )}
      <CategoryPage key={category.id} category={category} onWatching={follow} />
    </>
  );
}
