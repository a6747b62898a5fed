import { data, type LoaderFunction, type LoaderFunctionArgs, type RouteObject } from "react-router";
import type { PageMinistry } from "#shared/contracts/site.ts";
import { categoriesOf, type Category, categoryAt, homeRows } from "#shared/videos/categories.ts";
import { isVideoId } from "#shared/videos/video-id.ts";
import { VIDEOS_PER_HOME_ROW } from "#shared/constants.ts";
import { liveQuery } from "#web/features/live/live.data.ts";
import { playlistQuery, videoQuery } from "#web/features/videos/playlist.data.ts";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { loadVideoModal } from "#web/features/videos/video-modal-slot.tsx";
import { todayQuery } from "#web/features/videos/devotional-row.tsx";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import { ErrorScreen } from "./layout/error-screen.tsx";
import { NOT_FOUND_ROUTE_ID } from "./page-ids.ts";
import { HomeRoute } from "./routes/home-route.tsx";
import { Layout } from "./layout/layout.tsx";

/**
 * The route table of browser, server and native app. Each page has a file in `routes/` that is named
 * after its path. Home is in the first file; every other page is lazy. Loaders stand here, not in
 * the lazy files, so that code and data load in parallel.
 */
export const ROUTES: RouteObject[] = [
  {
    Component: Layout,
    // An offline shell waits for its page's code.
    HydrateFallback: () => null,
    ErrorBoundary: ErrorScreen,
    children: [
      {
        ErrorBoundary: ErrorScreen,
        children: [
          {
            index: true,
            id: "web/app/routes/home-route.tsx",
            Component: HomeRoute,
            loader: loadHome,
            shouldRevalidate: isOtherPath,
          },
          page("live-tv", () => import("./routes/live-tv-route.tsx")),
          page("video-on-demand", () => import("./routes/video-on-demand-route.tsx")),
          ...["videos", "video-categories"].map((folder) => ({
            ...page(
              `${folder}/:slug`,
              withVideoModal(() => import("./routes/category-route.tsx")),
              loadCategory(folder),
            ),
            id: `web/app/routes/category-route.tsx#${folder}`,
          })),
          page("auth", () => import("./routes/auth-route.tsx")),
          page("auth/forgot", () => import("./routes/auth-forgot-route.tsx")),
          page("auth/reset", () => import("./routes/auth-reset-route.tsx")),
          page("auth/confirmed", () => import("./routes/auth-confirmed-route.tsx")),
          page("profile", () => import("./routes/profile-route.tsx")),
          page("watch-history", () => import("./routes/watch-history-route.tsx")),
          page("watch-later", () => import("./routes/watch-later-route.tsx")),
          page(
            "search",
            withVideoModal(() => import("./routes/search-route.tsx")),
          ),
          page("bible", () => import("./routes/bible-route.tsx")),
          page("bible/marks", () => import("./routes/bible-marks-route.tsx")),
          page("bible/plans", () => import("./routes/bible-plans-route.tsx")),
          page("bible/plans/:slug", () => import("./routes/bible-plans-slug-route.tsx")),
          page("devotional/:year?/:month?/:day?", () => import("./routes/devotional-route.tsx")),
          page("offline", () => import("./routes/offline-route.tsx")),
          page("podcasts", () => import("./routes/podcasts-route.tsx")),
          page("privacy-policy", () => import("./routes/privacy-policy-route.tsx")),
          {
            ...page("*", () => import("./routes/not-found-route.tsx")),
            id: NOT_FOUND_ROUTE_ID,
            loader: () => data(null, { status: 404 }),
          },
        ],
      },
    ],
  },
  { ...page("studio/*", () => import("./routes/studio-route.tsx")), ErrorBoundary: ErrorScreen },
];

type Load = NonNullable<RouteObject["lazy"]>;

/** The server's markup may hold the modal of the video that the URL names; both load at once. */
function withVideoModal<Route>(load: () => Promise<Route>): () => Promise<Route> {
  return async () => {
    const isOpen =
      typeof window === "undefined" ||
      new URLSearchParams(window.location.search).has(VIDEO_PARAMETER);
    const modal = isOpen ? loadVideoModal() : null;
    const route = await load();
    await modal;
    return route;
  };
}

/**
 * A lazy page. Its id is its source file, by which the server finds its chunk in the manifest:
 * "bible/plans/:slug" is bible-plans-slug-route.tsx; optional parts do not count.
 */
function page(path: string, lazy: Load, loader?: LoaderFunction): RouteObject {
  const file = path.replace(/\/(\*|:\w+\?)/g, "").replace(/\/:?/g, "-");
  const id = `web/app/routes/${file}-route.tsx`;
  return loader ? { path, id, lazy, loader, shouldRevalidate: isOtherPath } : { path, id, lazy };
}

function loadHome({ context, request }: LoaderFunctionArgs): Promise<null> {
  return prefetch(context, {
    isHome: true,
    categories: homeRows,
    limit: VIDEOS_PER_HOME_ROW,
    open: { url: request.url, categories: categoriesOf },
  });
}

function loadCategory(folder: string): LoaderFunction {
  return ({ context, request, params }) => {
    const path = `/${folder}/${params["slug"]}`;
    const category = categoryAt(context.get(siteContext).ministry, path);
    if (!category) return data(null, { status: 404 });
    const categories = () => [category];
    return prefetch(context, { categories, open: { url: request.url, categories } });
  };
}

type Wanted = {
  isHome?: boolean;
  categories: (ministry: PageMinistry) => readonly Category[];
  limit?: number;
  /** Categories in which to look for the video that the URL names. */
  open?: { url: string; categories: (ministry: PageMinistry) => readonly Category[] };
};

/**
 * Fills the query cache for a page. The server waits for it; the browser does not, so that a page
 * opens at once. A failed list does not stop the page: its row shows the error.
 */
async function prefetch(
  context: LoaderFunctionArgs["context"],
  { isHome = false, categories, limit, open }: Wanted,
): Promise<null> {
  const queryClient = context.get(queryClientContext);
  const site = context.get(siteContext);
  const { api, ministry } = site;
  const videoId = open && new URL(open.url).searchParams.get(VIDEO_PARAMETER);
  const filled = Promise.all([
    videoId &&
      isVideoId(videoId) &&
      queryClient.prefetchQuery(
        videoQuery(
          api,
          open.categories(ministry).map(({ playlistId }) => playlistId),
          videoId,
        ),
      ),
    isHome && queryClient.prefetchQuery(liveQuery(api)),
    isHome && queryClient.prefetchQuery(todayQuery(site)),
    ...categories(ministry).map(({ playlistId }) =>
      queryClient.prefetchQuery(playlistQuery(api, playlistId, limit)),
    ),
  ]);
  if (typeof window === "undefined") await filled;
  return null;
}

/** Search terms, page numbers and an open video need no new data. */
function isOtherPath({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}
