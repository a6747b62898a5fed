import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { basePathOf } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import { keepInstallOffer } from "#web/features/install/install-offer.ts";
import { createApi } from "#web/lib/http.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import { queryClientContext, siteContext } from "#web/lib/router-context.ts";
import type { Site } from "#web/lib/site.ts";
import { App } from "./app.tsx";
import { PAGE_STATE_ID, type PageState } from "./page-state.ts";
import { isRemoteDriven } from "./remote/remote-driven.domain.ts";
import { ROUTES } from "./routes.tsx";

/** Takes over the page that the server rendered; fills the shell, which holds none. */
export async function start(messages: Messages): Promise<void> {
  keepInstallOffer();
  await documentParsed();
  const state = readPageState();
  const api = createApi(state.site);
  const site: Site = { ...state.site, messages, api };
  const queryClient = createQueryClient("browser");
  for (const { key, data, updatedAt } of state.answers) {
    queryClient.setQueryData(key, data, { updatedAt });
  }

  const basename = basePathOf(site.language);
  // The shell holds nothing to take over, and its page's code may be out of reach: the router says so.
  if (!state.isShell) await loadMatchedRoutes(basename);
  const router = createBrowserRouter(ROUTES, {
    basename,
    ...(state.router && { hydrationData: state.router }),
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(queryClientContext, queryClient);
      context.set(siteContext, site);
      return context;
    },
  });
  const root = document.querySelector("#root");
  if (!root) throw new Error("The page has no #root");
  obeyRemoteControl();
  const app = (
    <StrictMode>
      <App site={site} queryClient={queryClient}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  startTransition(() => {
    if (state.isShell) createRoot(root).render(app);
    else hydrateRoot(root, app);
  });
}

/** Televisions only: the arrow keys of the remote control move focus. */
function obeyRemoteControl(): void {
  const hasPointer = !matchMedia("(pointer: none)").matches;
  if (!isRemoteDriven(navigator.userAgent, window.location.search, hasPointer)) return;
  void import("./remote/spatial-focus.ts").then(({ moveFocusByArrows }) => moveFocusByArrows());
}

/** The script may be there before the end of a page that comes slowly. */
function documentParsed(): Promise<unknown> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });
}

/** The server and this script are of one build, so the block's shape needs no second check. */
function readPageState(): PageState {
  const text = document.querySelector(`#${PAGE_STATE_ID}`)?.textContent ?? "";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(text) as PageState;
}

/** Lazy routes of this address must be there before hydration, or React Router shows a fallback. */
async function loadMatchedRoutes(basename: string): Promise<void> {
  const matches = matchRoutes(ROUTES, window.location, basename) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
