import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { categoryMessages } from "#shared/messages/videos/category.ts";
import { ArrowLeft, Megaphone, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Category, CategoryId } from "#shared/videos/categories.ts";
import { VIDEOS_PER_CATEGORY_PAGE } from "#shared/constants.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { useMessages, useSite, useTexts } from "#web/lib/site.ts";
import { usePageParameters } from "#web/lib/navigation/use-page-parameters.ts";
import { useSearchTerm } from "#web/lib/navigation/use-search-term.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Link } from "#web/ui/link.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { listFailureOf } from "./list-failure.domain.ts";
import { matchesTerm } from "./match-term.domain.ts";
import { pageOf } from "./page-window.domain.ts";
import { Pagination } from "./pagination.tsx";
import { playlistQuery, refreshPlaylist } from "./playlist.data.ts";
import { StaleNote } from "./stale-note.tsx";
import { useVideoModal } from "./use-video-modal.ts";
import { LoadingGrid, PlaceholderGrid, VideoGrid } from "./video-grid.tsx";
import { VideoModal, type VideoMessageHandler } from "./video-modal.tsx";

type CategoryPageProps = {
  category: Category;
  /** Puts every video on one page instead of 24 a page (S9.2); no route of ours does. */
  showAll?: boolean;
  /** Makes the listener to a video's player. */
  onWatching?: (video: Video, category: CategoryId) => VideoMessageHandler;
};

/** The whole list of one category: search by title, pages, refresh and the player modal. */
export function CategoryPage({ category, showAll = false, onWatching }: CategoryPageProps) {
  const { ministry } = useSite();
  const { categories, list: texts } = useTexts(categoryMessages);
  const playlistId = ministry.playlists[category.id];
  const { data, failure, isPending, refresh } = useVideoList(playlistId);
  const [term, setTerm] = useSearchTerm();
  const [parameters] = useSearchParams();

  const all = data?.videos ?? [];
  const filtered = all.filter((video) => matchesTerm(video.title, term));
  const page = pageOf(
    filtered,
    Number(parameters.get("page") ?? 1),
    showAll ? null : VIDEOS_PER_CATEGORY_PAGE,
  );
  const { openVideo, close } = useVideoModal(all);
  const title = categories[category.id].title;

  return (
    <div className="page pb-16">
      <CategoryHeader category={category}>
        <Fact name={texts.totalVideos} value={all.length} />
        {term !== "" && <Fact name={texts.filtered} value={filtered.length} />}
        {page.pageCount > 1 && (
          <p className="text-sm text-ink-soft" aria-live="polite">
            {texts.pageOf(page.page, page.pageCount)}
          </p>
        )}
        {data?.stale === true && <StaleNote fetchedAt={data.fetchedAt} />}
        <RefreshButton isPending={refresh.isPending} onClick={() => refresh.mutate()} />
      </CategoryHeader>
      <div className="mb-8">
        <SearchField
          label={texts.searchVideos}
          clearLabel={texts.clearSearch}
          value={term}
          onChange={setTerm}
        />
      </div>
      {isPending && <LoadingGrid />}
      {failure && <ListFailed title={title} error={failure} />}
      {data && !failure && (
        <ListOrEmpty videos={page.items} term={term} page={page.page} pageCount={page.pageCount} />
      )}
      {openVideo && (
        <VideoModal
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

type ListProps = { videos: Video[]; term: string; page: number; pageCount: number };

function ListOrEmpty({ videos, term, page, pageCount }: ListProps) {
  const { emptyCategory } = useMessages().videos;
  const { list: texts } = useTexts(categoryMessages);
  const parameters = usePageParameters();
  if (videos.length === 0) {
    return (
      <p role="status" className="py-16 text-center text-lg text-ink-soft">
        {term === "" ? emptyCategory : texts.noVideos(term)}
      </p>
    );
  }
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

function searchOfPage(current: URLSearchParams, page: number): string {
  const next = new URLSearchParams(current);
  if (page === 1) next.delete("page");
  else next.set("page", String(page));
  return `?${next.toString()}`;
}

function CategoryHeader({ category, children }: { category: Category; children: ReactNode }) {
  const { categories, list: texts } = useTexts(categoryMessages);
  const { title, description } = categories[category.id];
  return (
    <header className="pt-6 pb-6 lg:pt-10">
      <Link
        to="/video-on-demand"
        className="inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-brand hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {texts.backToVideos}
      </Link>
      <h1 tabIndex={-1} className="mt-4 text-3xl font-extrabold tracking-tight sm:text-4xl">
        {title}
      </h1>
      {category.id === "announcements" && (
        <h2 className="mt-3 flex items-center gap-2 text-lg font-semibold text-brand">
          <Megaphone aria-hidden className="size-5" />
          {texts.announcementsHeading}
        </h2>
      )}
      <p className="mt-2 max-w-prose text-lg text-ink-soft">{description}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">{children}</div>
    </header>
  );
}

function Fact({ name, value }: { name: string; value: number }) {
  const { language } = useSite();
  return (
    <p className="text-sm text-ink-soft">
      {name}:{" "}
      <strong className="text-ink tabular-nums">
        {value.toLocaleString(LANGUAGE_FACTS[language].locale)}
      </strong>
    </p>
  );
}

function ListFailed({ title, error }: { title: string; error: Error }) {
  const { list: texts } = useTexts(categoryMessages);
  const { cause, ownWords } = listFailureOf(error, navigator.onLine);
  const message = texts.fetchFailed(texts.causes[cause], ownWords);
  return <PlaceholderGrid title={title} message={message} />;
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
  // A list that is known stays when its renewal fails by itself; a person who asked for it is told.
  return { data, failure: data && !refresh.isError ? null : error, isPending, refresh };
}

function RefreshButton({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  const { list: texts } = useTexts(categoryMessages);
  return (
    <button
      type="button"
      disabled={isPending}
      onClick={onClick}
      className={buttonStyle("outline", "ml-auto")}
    >
      <RefreshCw aria-hidden className={isPending ? "size-4 motion-ok:animate-spin" : "size-4"} />
      {isPending ? texts.refreshing : texts.refresh}
    </button>
  );
}
