import {
  respondWithAsset,
  respondWithData,
  respondWithPage,
  respondWithPreload,
  respondWithImage,
  respondWithPlayer,
  keepPage,
} from "./responses.ts";
import { respondWithKept } from "./kept-media.ts";
import { deleteOldCaches, forgetPages, precache, renewShells, retire } from "./caches.ts";
import { probeServer } from "./connection.ts";
import { pathOfNotification, readPush } from "./push-message.domain.ts";
import { renewSubscription } from "./renew-subscription.ts";
import { strategyOf } from "./strategy.domain.ts";
import { type FetchEvent, worker } from "./worker-scope.ts";

/**
 * The service worker: opens the app offline and caches recent content. An allow-list
 * (strategy.domain.ts) excludes private responses. A new version waits until its visitor reloads or
 * leaves, so that no page mixes the code of two versions.
 */

const PRELOAD_IS_SHOWN = "shown";

worker.addEventListener("install", (event) => {
  event.waitUntil(precache());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOldCaches(), preload(), worker.clients.claim()]));
});

/**
 * Turns on navigation preload. A header tells the server that the response will be shown; earlier
 * versions discarded some and are known by the header's default value.
 */
async function preload(): Promise<void> {
  const { navigationPreload } = worker.registration;
  await navigationPreload?.enable();
  await navigationPreload?.setHeaderValue(PRELOAD_IS_SHOWN);
}

worker.addEventListener("fetch", (event) => {
  const answer = answerOf(event);
  if (answer) event.respondWith(answer);
});

function answerOf(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const facts = {
    method: request.method,
    url: new URL(request.url),
    destination: request.destination,
    isNavigation: request.mode === "navigate",
    isAuthorized: request.headers.has("authorization"),
    isRange: request.headers.has("range"),
  };
  const origins = { site: worker.location.origin, backend: worker.BUILD.backendUrl };
  const work = { request, waitUntil: (more: Promise<unknown>) => event.waitUntil(more) };
  switch (strategyOf(facts, origins)) {
    case "page":
      return respondWithPage(event);
    case "passed":
      // Without a preload the browser handles the request itself.
      return worker.registration.navigationPreload ? respondWithPreload(event) : null;
    case "player":
      return respondWithPlayer(event);
    case "kept":
      return respondWithKept(request);
    case "asset":
      return respondWithAsset(work);
    case "picture":
      return respondWithImage(work);
    case "data":
      return respondWithData(work);
    case null:
      return null;
  }
}

worker.addEventListener("push", (event) => {
  const message = readPush(event.data?.text() ?? "");
  // Browsers require that every push shows a notification; a foreign one is ignored.
  if (!message) return;
  const { title, body, tag, language, url } = message;
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      data: { url },
    }),
  );
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(event));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(pathOfNotification(event.notification.data)));
});

/** Opens a page of this site, in an existing window if there is one. */
async function openPage(path: string): Promise<void> {
  const address = new URL(path, worker.location.origin).href;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: false });
  const [own] = windows;
  if (!own) {
    await worker.clients.openWindow(address);
    return;
  }
  const focused = await own.focus();
  if (focused.url !== address) await focused.navigate(address);
}

worker.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "skip-waiting") event.waitUntil(worker.skipWaiting());
  if (data === "retire") event.waitUntil(retire());
  if (data === "probe") event.waitUntil(probeServer());
  if (typeof data === "object" && data !== null && "keepPage" in data) {
    event.waitUntil(keepPage(new URL(String(data.keepPage), worker.location.origin)));
  }
  if (typeof data === "object" && data !== null && "revision" in data) {
    event.waitUntil(renewShells(String(data.revision)));
  }
  if (typeof data === "object" && data !== null && "forgetPages" in data) {
    event.waitUntil(forgetPages(String(data.forgetPages)));
  }
});
