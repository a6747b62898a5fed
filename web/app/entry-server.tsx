import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import { basePathOf, splitLanguage } from "#shared/languages.ts";
import type { CachedAnswer, InlineImage, RenderedPage } from "#shared/contracts/rendered-page.ts";
import type { SiteState } from "#shared/contracts/site.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { createApi } from "#web/lib/http/http.ts";
import type { Transport } from "#shared/transport.ts";
import { Banners } from "#web/app/layout/announcements.tsx";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import type { Site } from "#web/lib/site.ts";
import { App } from "./app.tsx";
import { NOT_FOUND_ROUTE_ID } from "./page-ids.ts";
import { ROUTES } from "./routes.tsx";
import { structuredDataOf } from "./head/structured-data.ts";

export { BOOT_SCRIPT } from "./start/boot-script.ts";
export { PAGE_STATE_ID } from "./page-ids.ts";

export const LAZY_ROUTE_IDS: ReadonlySet<string> = new Set(lazyIds(ROUTES));

function lazyIds(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ id, lazy, children = [] }) => [
    ...(id !== undefined && lazy ? [id] : []),
    ...lazyIds(children),
  ]);
}

/** Returns true when a path leads to a page of the route table. */
export function isPage(path: string): boolean {
  const { language } = splitLanguage(path);
  const matches = matchRoutes(ROUTES, path, basePathOf(language)) ?? [];
  return matches.length > 0 && matches.at(-1)?.route.id !== NOT_FOUND_ROUTE_ID;
}

/**
 * Renders one page with its data. @param address path and search. Nothing else of a request reaches
 * a page, because pages are shared. @param transport answers the page's data requests in process.
 * @param inlineImage returns images that the page may hold itself.
 * @returns a Response when a route redirects.
 */
export async function renderPage(
  address: string,
  siteState: SiteState,
  transport: Transport,
  inlineImage: InlineImage = () => null,
): Promise<RenderedPage | Response> {
  const inlineImages: Record<string, string> = {};
  const site: Site = {
    ...siteState,
    serverUrl: "",
    messages: CATALOGUE[siteState.language],
    api: createApi({ ...siteState, transport, backendUrl: "" }),
    inlineImage(path) {
      const data = inlineImage(path);
      if (data !== null) inlineImages[path] = data;
      return data;
    },
  };
  const queryClient = createQueryClient("server");
  const request = new Request(new URL(address, site.siteUrl));
  const requestContext = new RouterContextProvider();
  requestContext.set(queryClientContext, queryClient);
  requestContext.set(siteContext, site);

  try {
    const handler = createStaticHandler(ROUTES, { basename: basePathOf(site.language) });
    const context = await handler.query(request, { requestContext });
    if (context instanceof Response) return context;

    // The browser requests a failed list again; until then its row shows placeholders.
    queryClient.removeQueries({ predicate: (query) => query.state.status === "error" });
    const router = createStaticRouter(handler.dataRoutes, context);
    const markup = headAndBody(
      <StrictMode>
        <App site={site} queryClient={queryClient}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </App>
      </StrictMode>,
    );
    // A rendered route no longer has its `lazy` property.
    const routeId = context.matches.at(-1)?.route.id ?? "";
    return {
      status: context.statusCode,
      ...markup,
      announcementsHtml: renderToStaticMarkup(<Banners site={site} nowMs={Date.now()} />),
      state: {
        site: siteState,
        answers: cachedAnswers(queryClient),
        router: context.errors ? null : { loaderData: context.loaderData },
        routeId: LAZY_ROUTE_IDS.has(routeId) ? routeId : null,
        inlineImages,
      },
      structuredData: structuredDataOf(site, queryClient, new URL(request.url)),
    };
  } finally {
    queryClient.clear();
  }
}

/** Queries of one page share the oldest timestamp: different times compress badly. */
function cachedAnswers(queryClient: QueryClient): CachedAnswer[] {
  const answered = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === "success");
  const updatedAt = Math.min(...answered.map(({ state }) => state.dataUpdatedAt));
  return answered.map(({ queryKey, state }) => ({ key: queryKey, data: state.data, updatedAt }));
}

/** The page for a URL that an offline device has not cached; the browser renders all of it. */
export function renderShell(siteState: SiteState): RenderedPage {
  return {
    status: 200,
    headHtml: renderToStaticMarkup(
      <>
        <title>{siteState.ministry.name}</title>
        <meta name="robots" content="noindex" />
      </>,
    ),
    bodyHtml: "",
    announcementsHtml: "",
    state: { site: siteState, answers: [], router: null, routeId: null, isShell: true },
    structuredData: [],
  };
}

/** Element around a page that marks its start and end in the markup. */
const AROUND = { start: "<div>", end: "</div>" };

/**
 * Renders a page in two parts. React writes head tags (title, meta, link) before the outermost
 * element, escaped, so the first tag of that element is where the body begins.
 */
function headAndBody(page: ReactNode): Pick<RenderedPage, "headHtml" | "bodyHtml"> {
  const html = renderToString(<div>{page}</div>);
  const start = html.indexOf(AROUND.start);
  return {
    headHtml: html.slice(0, start),
    bodyHtml: html.slice(start + AROUND.start.length, -AROUND.end.length),
  };
}
