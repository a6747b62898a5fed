import type { QueryClient } from "@tanstack/react-query";
import {
  type DataRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
} from "react-router";
import { basePathOf, type Language } from "#shared/languages.ts";
import { queryClientContext, siteContext } from "#web/lib/navigation/router-context.ts";
import { type Site, renewedSite } from "#web/lib/site.ts";
import { ROUTES } from "#web/app/routes.tsx";

/**
 * Creates the router at the URL of this tab. @param hydrationData results of the server's loaders;
 * null when they have to run here.
 */
export function openRouter(
  site: Site,
  queryClient: QueryClient,
  hydrationData: HydrationState | null,
): DataRouter {
  nameVisit();
  // Registered before the router's own listener, which reads the name.
  window.addEventListener("popstate", nameVisit);
  // What createBrowserRouter does, whose module also holds the router's own links and forms (3.7 kB).
  return createRouter({
    routes: ROUTES,
    history: createBrowserHistory(),
    mapRouteProperties,
    hydrationRouteProperties,
    basename: basePathOf(site.language),
    ...(hydrationData && { hydrationData }),
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(queryClientContext, queryClient);
      context.set(siteContext, renewedSite(site));
      return context;
    },
  }).initialize();
}

/**
 * Names visits that the browser made, the first page and its fragments. Their scroll position is
 * stored under that name.
 */
function nameVisit(): void {
  const state: unknown = window.history.state;
  if (typeof state === "object" && state !== null && "key" in state) return;
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...(typeof state === "object" && state), key }, "");
}

/**
 * Loads the lazy route of a page before hydration; otherwise React Router shows a fallback. The
 * server names the route, because matching it again costs a phone 100 ms.
 */
export async function loadRoute(id: string, routes: RouteObject[] = ROUTES): Promise<void> {
  for (const route of routes) {
    if (route.children) await loadRoute(id, route.children);
    if (route.id !== id || typeof route.lazy !== "function") continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

/** Loads the lazy routes of this URL, for a page that no server has rendered. */
export async function loadMatchedRoutes(language: Language): Promise<void> {
  const matches = matchRoutes(ROUTES, window.location, basePathOf(language)) ?? [];
  for (const { route } of matches) if (route.id) await loadRoute(route.id, [route]);
}
