import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { offlineMessages } from "#shared/messages/offline.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { RefreshCw } from "lucide-react";
import type { ComponentType } from "react";
import type { Category, CategoryId } from "#shared/videos/categories.ts";
import { VIDEOS_PER_CATEGORY_PAGE } from "#shared/constants.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { SEARCH_PATH } from "#shared/search/search-address.ts";
import { searchOf } from "#shared/site/page-parameters.ts";
import {
  chosenFilters,
  offeredFilters,
  passesFilters,
  withoutFilters,
} from "#shared/videos/video-filters.domain.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { useSearchParameters } from "#web/lib/navigation/use-search-parameters.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { useSearchTerm } from "#web/lib/navigation/use-search-term.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { NetworkIconButton } from "#web/ui/needs-network.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { CategoryHeader, StaleNote } from "./category-header.tsx";
import { ClearFilters, FilterMenu, Pagination } from "./list-controls.tsx";
import { hasNoResponse, listFailureOf } from "./list-failure.domain.ts";
import { matchesTerm } from "#shared/search/fold-text.ts";
import { pageOf, searchOfPage } from "./page-window.domain.ts";
import { playlistQuery, refreshPlaylist } from "./playlist.data.ts";
import { useVideoModal } from "./use-video-modal.ts";
import { LoadingGrid, PlaceholderGrid, VideoGrid } from "./video-grid.tsx";
import type { VideoMessageHandler } from "./video-modal.tsx";
import { VideoModalSlot } from "./video-modal-slot.tsx";

type CategoryPageProps = {
  category: Category;
  /** Puts every video on one page instead of 24 a page (S9.2); no route of ours does. */
  showAll?: boolean;
  /** Creates the message handler of a video's player. */
  onWatching?: (video: Video, category: CategoryId) => VideoMessageHandler;
  /** The document's head. */
  Head?: ComponentType<ListHeadProps>;
};

/** What names the page: the open video, else the list and its first video's picture. */
export type ListHeadProps = {
  category: Category;
  openVideo: Video | undefined;
  first: Video | undefined;
};

/** The whole list of one category: search by title, pages, refresh and the player modal. */
export function CategoryPage(props: CategoryPageProps) {
  const { category, showAll = false, onWatching, Head } = props;
  const { list: texts } = useTexts(categoryMessages);
  const wordsOf = useCategoryTexts();
  const { playlistId } = category;
  const { data, failure, isPending, refresh } = useVideoList(playlistId);
  const [term, setTerm] = useSearchTerm();
  const parameters = useSearchParameters();

  const all = data?.videos ?? [];
  const shown = useNarrowed(all, term);
  const page = pageOf(
    shown.videos,
    Number(parameters.get("page") ?? 1),
    showAll ? null : VIDEOS_PER_CATEGORY_PAGE,
  );
  const { videoId, close } = useVideoModal();
  const openVideo = all.find(({ id }) => id === videoId);
  const { title } = wordsOf(category.id);

  return (
    <div className="page pb-16">
      {Head && <Head category={category} openVideo={openVideo} first={all[0]} />}
      <CategoryHeader
        category={category}
        action={<RefreshButton isPending={refresh.isPending} onClick={() => refresh.mutate()} />}
      >
        <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
          <ListFacts
            total={failure ? null : all.length}
            found={shown.isNarrowed ? shown.videos.length : null}
            {...page}
          />
          <ClearFilters filters={shown.filters} />
          {data?.stale === true && <StaleNote fetchedAt={data.fetchedAt} />}
        </div>
      </CategoryHeader>
      {failure ? (
        <ListFailed title={title} error={failure} />
      ) : (
        <div className="relative mb-4 flex items-center gap-2">
          <div className="min-w-0 grow sm:max-w-sm">
            <SearchField
              label={texts.searchVideos}
              clearLabel={texts.clearSearch}
              value={term}
              onChange={setTerm}
            />
          </div>
          <FilterMenu filters={shown.filters} />
        </div>
      )}
      {isPending && <LoadingGrid />}
      {data && <ListOrEmpty {...page} videos={page.items} term={term} isEmpty={all.length === 0} />}
      {openVideo && (
        <VideoModalSlot
          key={openVideo.id}
          video={openVideo}
          category={category.id}
          limit={null}
          onClose={close}
          onMessage={onWatching?.(openVideo, category.id)}
        />
      )}
    </div>
  );
}

type Pages = { page: number; pageCount: number };
type ListFactsProps = Pages & { total: number | null; found: number | null };

function ListFacts({ total, found, page, pageCount }: ListFactsProps) {
  const { list: texts } = useTexts(categoryMessages);
  return (
    <div aria-live="polite" className="flex flex-wrap gap-x-4">
      {total !== null && <Fact name={texts.totalVideos} value={total} />}
      {found !== null && <Fact name={texts.filtered} value={found} />}
      {pageCount > 1 && <p>{texts.pageOf(page, pageCount)}</p>}
    </div>
  );
}

type ListProps = Pages & {
  videos: Video[];
  term: string;
  /** The category has no videos. */
  isEmpty: boolean;
};

function ListOrEmpty({ videos, term, page, pageCount, isEmpty }: ListProps) {
  const { emptyCategory } = useMessages().videos;
  const parameters = usePageParameters();
  if (isEmpty && term === "") {
    return (
      <p role="status" className="py-16 text-center text-lg text-ink-soft">
        {emptyCategory}
      </p>
    );
  }
  if (videos.length === 0) return <NothingFound term={term} />;
  return (
    <>
      <VideoGrid videos={videos} />
      <Pagination
        page={page}
        pageCount={pageCount}
        searchOf={(number) => searchOfPage(parameters, number)}
      />
    </>
  );
}

/** Names the term without results, with suggestions. */
function NothingFound({ term }: { term: string }) {
  const { list: texts } = useTexts(categoryMessages);
  const parameters = usePageParameters();
  const hasFilters = Object.keys(chosenFilters(parameters)).length > 0;
  return (
    <div className="py-16 text-center text-lg text-ink-soft">
      <p role="status">{term === "" ? texts.filters.nothing : texts.noVideos(term)}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {hasFilters && (
          <Link
            to={{ search: searchOf(withoutFilters(parameters)) }}
            replace
            preventScrollReset
            className={buttonStyle("outline")}
          >
            {texts.filters.clear}
          </Link>
        )}
        {term !== "" && (
          <Link
            to={{ pathname: SEARCH_PATH, search: searchOf(new URLSearchParams({ q: term })) }}
            className={buttonStyle("outline")}
          >
            {texts.searchSite}
          </Link>
        )}
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: number }) {
  const { language } = useSite();
  return (
    <p>
      {name}{" "}
      <strong className="text-ink even-figures">
        {value.toLocaleString(LANGUAGE_FACTS[language].locale)}
      </strong>
    </p>
  );
}

function ListFailed({ title, error }: { title: string; error: Error }) {
  const { list: texts } = useTexts(categoryMessages);
  const { whatIsHere } = useTexts(offlineMessages);
  const found = listFailureOf(error, navigator.onLine);
  if (!found) {
    return (
      <div className="py-12 text-center">
        <p role="status" className="mx-auto max-w-prose text-lg text-balance text-ink-soft">
          {texts.notOnDevice}
        </p>
        <Link to="/offline" className={buttonStyle("brand", "mt-5")}>
          {whatIsHere}
        </Link>
      </div>
    );
  }
  const { cause, ownWords } = found;
  const message = texts.fetchFailed(texts.causes[cause], ownWords);
  return <PlaceholderGrid title={title} message={message} />;
}

/** Filters a list by the URL's search and filters. */
function useNarrowed(all: Video[], term: string) {
  const selected = chosenFilters(useSearchParameters());
  const found = all.filter((video) => matchesTerm(video.title, term));
  const videos = found.filter((video) => passesFilters(video, selected));
  return {
    videos,
    isNarrowed: term !== "" || videos.length < all.length,
    filters: offeredFilters(all, found, selected),
  };
}

function useVideoList(playlistId: string) {
  const site = useSite();
  const queryClient = useQueryClient();
  const query = playlistQuery(site.api, playlistId);
  const { data, error, isPending } = useQuery(query);
  const refresh = useMutation({
    mutationFn: () => refreshPlaylist(site, queryClient, playlistId),
    networkMode: "always",
    onError: () => queryClient.invalidateQueries(query),
  });
  // A known list stays when its automatic refetch fails or no response comes; a manual refresh
  // shows the error of a response.
  const isKnown = data && (!refresh.isError || (error && hasNoResponse(error)));
  const failure = isKnown ? null : error;
  return { data: failure ? undefined : data, failure, isPending, refresh };
}

function RefreshButton({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  const { list: texts } = useTexts(categoryMessages);
  return (
    <NetworkIconButton
      label={isPending ? texts.refreshing : texts.refresh}
      disabled={isPending}
      className="-mr-2.5"
      onClick={onClick}
    >
      <RefreshCw aria-hidden className={isPending ? "size-5 motion-ok:animate-spin" : "size-5"} />
    </NetworkIconButton>
  );
}
