import { startTransition, StrictMode } from "react";
import { RouterProvider } from "react-router/dom";
import type { Messages } from "#shared/messages/catalogue.ts";
import type { InlineImage, PageState } from "#shared/contracts/rendered-page.ts";
import { isSavingData } from "#web/base/data-saver/data-saver.ts";
import { storeInstallPrompt } from "#web/features/install/deferred-install-prompt.ts";
import {
  closeHydrationGates,
  openHydrationGates,
  openHydrationGatesWhenIdle,
} from "#web/lib/hydration-gate.ts";
import { setSessionBackend } from "#web/lib/session/session-flag.ts";
import { createApi } from "#web/lib/http/http.ts";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import { reloadOnChunkError } from "#web/lib/chunk-load-error.ts";
import { reportError } from "#web/lib/report-error.ts";
import type { Site } from "#web/lib/site.ts";
import { App } from "#web/app/app.tsx";
import { stopEarlyClicks } from "./early-input.ts";
import { loadRoute, openRouter } from "./open-router.ts";
import { PAGE_STATE_ID } from "#web/app/page-ids.ts";
import { enableSpatialNavigation } from "#web/app/spatial-navigation/enable-spatial-navigation.ts";

/**
 * Lets React update a page that the browser has translated: translation replaces text nodes that
 * React still holds. A moved node stays where it is, and a node to insert before it is appended,
 * instead of an exception.
 */
function tolerateMovedNodes(): void {
  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method -- called with their node
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function remove(child) {
    if (child.parentNode === this) removeChild.call(this, child);
    return child;
  };
  prototype.insertBefore = function insert(child, next) {
    insertBefore.call(this, child, next?.parentNode === this ? next : null);
    return child;
  };
}

/** Hydrates the page that the server rendered, or renders the empty shell. */
export async function start(messages: Messages): Promise<void> {
  storeInstallPrompt();
  tolerateMovedNodes();
  await documentParsed();
  await breath();
  const state = readPageState();
  const api = createApi(state.site);
  const inlineImage: InlineImage = (path) => state.inlineImages?.[path] ?? null;
  const site: Site = { ...state.site, serverUrl: "", messages, api, inlineImage };
  setSessionBackend(site.backendUrl);
  const queryClient = createQueryClient("browser");
  for (const { key, data, updatedAt } of state.answers) {
    // With a clock that is behind, it would count as fresh for hours.
    const isPast = updatedAt < Date.now() + 60_000;
    queryClient.setQueryData(key, data, { updatedAt: isPast ? updatedAt : 0 });
  }

  // The shell has no content to hydrate, and its page's code may fail to load: the router shows
  // that.
  if (!state.isShell) {
    try {
      if (state.routeId !== null) await loadRoute(state.routeId);
    } catch (error) {
      reportError(error);
      if (await reloadOnChunkError(error)) return;
      // Until the connection is back, the page stays as the server sent it, and the browser submits its forms.
      stopEarlyClicks();
      window.addEventListener("online", () => void reloadOnChunkError(error));
      return;
    }
  }
  await breath();
  // With less data wanted, every image must know before it loads.
  if (!isSavingData()) closeHydrationGates();
  const router = openRouter(site, queryClient, state.router);
  // Before the view's own listener.
  router.subscribe(openHydrationGates);
  const root = document.querySelector("#root");
  if (!root) throw new Error("No #root");
  enableSpatialNavigation();
  stopEarlyClicks();
  const app = (
    <StrictMode>
      <App site={site} queryClient={queryClient}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>
  );
  await breath();
  // React's renderer is evaluated in this task, apart from the pages' modules.
  const { createRoot, hydrateRoot } = await import("react-dom/client");
  startTransition(() => {
    if (state.isShell) createRoot(root).render(app);
    else hydrateRoot(root, app);
  });
  openHydrationGatesWhenIdle();
}

/** Yields to the browser, so that a tap on a slow phone waits for a part of the start only. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** The script may run before the end of a page that loads slowly. */
function documentParsed(): Promise<unknown> {
  if (document.readyState !== "loading") return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
  });
}

/** Server and script are of one build, so the block needs no validation. */
function readPageState(): PageState {
  const text = document.querySelector(`#${PAGE_STATE_ID}`)?.textContent ?? "";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(text) as PageState;
}
