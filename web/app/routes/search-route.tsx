import { useQuery } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { localisedPath } from "#shared/languages.ts";
import { searchMessages } from "#shared/messages/search.ts";
import { OPEN_SEARCH_PATH } from "#shared/search/search-address.ts";
import { PageHead } from "#web/app/head/page-head.tsx";
import { useWatchTracking } from "#web/app/use-watch-tracking.ts";
import { readQuestion, searchQuery } from "#web/features/search/search.data.ts";
import { SearchPage } from "#web/features/search/search-page.tsx";
import { useVideoModal } from "#web/features/videos/use-video-modal.ts";
import { VideoGrid } from "#web/features/videos/video-grid.tsx";
import { VideoModalSlot } from "#web/features/videos/video-modal-slot.tsx";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useSite, useTexts } from "#web/lib/site.ts";

/** On the server, loads the results into the page; in the browser the page itself does. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<null> {
  if (typeof window !== "undefined") return null;
  const question = readQuestion(new URL(request.url).searchParams);
  const query = searchQuery(context.get(siteContext), question);
  if (question.isAsked) await context.get(queryClientContext).prefetchQuery(query);
  return null;
}

/** Another query on the same page loads no route data. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Search page, with the found videos in the cards of the lists. */
export function Component() {
  const site = useSite();
  const texts = useTexts(searchMessages);
  const parameters = useSearchParameters();
  const question = readQuestion(parameters);
  const { data } = useQuery(searchQuery(site, question));
  const found = data ? [...data.videos.hits, ...data.nearest] : [];
  const { videoId, close } = useVideoModal();
  const openVideo = found.find(({ id }) => id === videoId);
  const follow = useWatchTracking();
  return (
    <>
      <PageHead
        title={question.isAsked ? texts.resultsFor(question.text) : texts.title}
        description={texts.description}
        isHidden={question.text !== ""}
      />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={site.ministry.name}
        href={localisedPath(OPEN_SEARCH_PATH, site.language)}
      />
      <SearchPage VideoList={VideoGrid} />
      {openVideo && (
        <VideoModalSlot
          key={openVideo.id}
          video={openVideo}
          category={openVideo.category}
          limit={null}
          onClose={close}
          onMessage={follow(openVideo, openVideo.category)}
        />
      )}
    </>
  );
}
