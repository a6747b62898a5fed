import { localisedPath, splitLanguage } from "#shared/languages.ts";
import { answerOrKept } from "#shared/kept-answer.ts";
import { OFFLINE_SHELL_PATH } from "#shared/site/offline-shell.ts";
import { keep, readCached } from "./caches.ts";
import { awayPage } from "./away-page.ts";
import { askServer, isGatewayError } from "./connection.ts";
import { isData, isFinalImage, movedTo, pageKey } from "./strategy.domain.ts";
import type { FetchEvent } from "./worker-scope.ts";

/**
 * Responds with a page: from the server, else, or after a timeout, the cached copy, else its
 * language's offline shell; a URL in another spelling is redirected, as the server does.
 */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const key = pageKey(url);
  const stored = key === null ? undefined : await readCached("pages", key);
  const fresh = freshPage(event);
  event.waitUntil(
    fresh.then(
      (response) => (key === null ? undefined : keep("pages", key, response.clone())),
      // Its failure is handled below, or comes after a cached copy was shown.
      () => undefined,
    ),
  );
  const page = fresh.then((response) => (response.status >= 500 && stored ? stored : response));
  return answerOrKept(page, async () => {
    const moved = movedTo(url);
    return moved === null
      ? (stored ?? readCached("shell", shellPath(url)))
      : Response.redirect(moved);
  });
}

async function freshPage(event: FetchEvent): Promise<Response> {
  return askServer(async () => {
    const preloaded = await event.preloadResponse.catch(() => undefined);
    return preloaded ?? fetch(event.request);
  });
}

/** Responds with the navigation preload, without a second request. */
export async function respondWithPreload({
  request,
  preloadResponse,
}: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

/** Responds with a player's page, else with one that shows the reason and retries. */
export async function respondWithPlayer(event: FetchEvent): Promise<Response> {
  const response = await respondWithPreload(event).catch(() => null);
  const isThere = response !== null && !isGatewayError(response.status);
  return isThere ? response : awayPage(new URL(event.request.url));
}

function shellPath(url: URL): string {
  return localisedPath(OFFLINE_SHELL_PATH, splitLanguage(url.pathname).language);
}

/** Caches the page of a URL that was reached by client-side navigation. */
export async function keepPage(url: URL): Promise<void> {
  const key = pageKey(url);
  if (key === null || (await readCached("pages", key))) return;
  const response = await fetch(key, { headers: { accept: "text/html" } }).catch(() => null);
  if (response) await keep("pages", key, response);
}

/** Responds with code and styles from the cache: their names contain a content hash. */
export async function respondWithAsset({ request, waitUntil }: Awaitable): Promise<Response> {
  const stored = await readCached("shell", request.url);
  if (stored) return stored;
  const response = await fetch(request);
  waitUntil(keep("shell", request.url, response.clone()));
  return response;
}

/** Responds with images, cached ones first. */
export async function respondWithImage({ request, waitUntil }: Awaitable): Promise<Response> {
  const stored = await readCached("pictures", request.url);
  if (stored) return stored;
  const response = await fetch(request);
  if (isFinalImage(response.headers)) {
    waitUntil(keep("pictures", request.url, response.clone()));
  }
  return response;
}

/** Responds with public data from the server, else from the cache. */
export async function respondWithData({ request, waitUntil }: Awaitable): Promise<Response> {
  const key = request.url;
  const fresh = askServer(() => fetch(request));
  const data = fresh.then((response) => {
    if (!isData(response)) throw new Error("Not data");
    return response;
  });
  waitUntil(
    data.then(
      (response) => keep("data", key, response.clone()),
      () => undefined,
    ),
  );
  return answerOrKept(data, () => readCached("data", key)).catch(() => fresh);
}

/** A request whose work may go on after its response. */
type Awaitable = { readonly request: Request; waitUntil: (work: Promise<unknown>) => void };
