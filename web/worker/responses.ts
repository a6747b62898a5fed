import { languageOf, pageLanguage, splitLanguage, localisedPath } from "#shared/languages.ts";
import { troubleMessages } from "#shared/messages/trouble.ts";
import { answerOrKept } from "#shared/kept-answer.ts";
import { OFFLINE_SHELL_PATH } from "#shared/site/offline-shell.ts";
import { keep, readCached } from "./caches.ts";
import { askServer, isGatewayError } from "./connection.ts";
import { isData, isFinalImage, pageKey } from "./strategy.domain.ts";
import type { FetchEvent } from "./worker-scope.ts";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
};

const STYLE = `html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:.75rem;padding:1rem;
box-sizing:border-box;overflow:auto;text-align:center;background:#0d0a17;color:#fff;font-family:system-ui,sans-serif}
h2,p{margin:0 auto .5rem;max-width:34rem;text-wrap:balance}h2{font-size:clamp(1.0625rem,3.2vw,1.625rem)}
button{min-height:2.75rem;padding:0 1.375rem;border:0;border-radius:999px;background:#f5c65c;color:#2b1c00;font:inherit}
:focus-visible{outline:3px solid #f5c65c;outline-offset:2px}`;

/**
 * Notifies the parent page and polls the server with a growing delay, and at once when the
 * connection is back.
 */
const SCRIPT = `(words) => {
  let wait = 2000, timer = 0;
  const say = () => {
    const code = navigator.onLine ? "server" : "offline";
    const [title, text] = words[code];
    document.title = document.querySelector("h2").textContent = title;
    document.querySelector("p").textContent = text;
    if (parent !== self) for (const news of [{ t: "ready" }, { t: "error", code }])
      parent.postMessage({ v: 1, ...news }, "*");
  };
  const look = async () => {
    clearTimeout(timer);
    say();
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer && answer.status < 500) return location.reload();
    clearTimeout(timer);
    timer = setTimeout(look, wait = Math.min(2 * wait, 30000));
  };
  addEventListener("online", look);
  addEventListener("offline", say);
  document.querySelector("button").addEventListener("click", look);
  look();
}`;

/**
 * Replaces a player's page that fails to load, instead of the browser's error page: shows the
 * reason and loads the player once its server responds.
 */
export function awayPage({ pathname, searchParams }: URL): Response {
  const named = searchParams.get("lang") ?? searchParams.get("hl") ?? "";
  const language = languageOf(named) ?? splitLanguage(pathname).language;
  const texts = troubleMessages[language];
  const words = JSON.stringify({
    offline: [texts.offlineTitle, texts.offlineText],
    server: [texts.serverTitle, texts.serverText],
  });
  const page = `<!doctype html>
<html ${pageLanguage(language)}>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${texts.serverTitle}</title><style>${STYLE}</style>
<body><main role="alert"><h2></h2><p></p></main><button type="button">${texts.tryAgain}</button>
<script>(${SCRIPT})(${words})</script>`;
  return new Response(page, { headers: HEADERS });
}

/**
 * Responds with a page: from the server, else, or after a timeout, the cached copy, else its
 * language's offline shell.
 */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const key = pageKey(url);
  const kept = key === null ? undefined : await readCached("pages", key);
  const fresh = freshPage(event);
  event.waitUntil(
    fresh.then(
      (response) => (key === null ? undefined : keep("pages", key, response.clone())),
      // Its failure is handled below, or comes after a cached copy was shown.
      () => undefined,
    ),
  );
  const page = fresh.then((response) => (response.status >= 500 && kept ? kept : response));
  return answerOrKept(page, async () => kept ?? readCached("shell", shellPath(url)));
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
  const kept = await readCached("shell", request.url);
  if (kept) return kept;
  const response = await fetch(request);
  waitUntil(keep("shell", request.url, response.clone()));
  return response;
}

/** Responds with images, cached ones first. */
export async function respondWithImage({ request, waitUntil }: Awaitable): Promise<Response> {
  const kept = await readCached("pictures", request.url);
  if (kept) return kept;
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
