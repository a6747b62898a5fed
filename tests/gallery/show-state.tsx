import { endVideo } from "#web/features/videos/player/open-player.ts";
import { configure, screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import type { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import type { Language } from "#shared/languages.ts";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import type { SiteFacts } from "#shared/contracts/site.ts";
import { siteStateIn } from "#shared/site/site-state.ts";
import { createFakeServer, type FakeServer, json, onHold } from "#tests/support/fake-server.ts";
import { sessionOf } from "#tests/support/member.ts";
import { clearItems, dismissToasts } from "#tests/support/clear-page.ts";
import { shortenRetries } from "#tests/support/short-retries.ts";
import { frameView } from "#tests/support/view-frame.tsx";
import { ErrorScreen } from "#web/app/layout/error-screen.tsx";
import { learnServerTime } from "#web/lib/clock.ts";
import { createApi } from "#web/lib/http/http.ts";
import { openSession } from "#web/lib/session/session.ts";
import type { Site } from "#web/lib/site.ts";
import { FRAME_SAYS, SITE_DATA_ID } from "./addresses.ts";
import { clearRoot, renderRoot } from "./gallery-root.ts";
import type { GalleryState } from "./gallery-state.ts";

/** A busy machine may take this long to reach a state. */
const WAIT_TIMEOUT_MS = 15_000;
const ERROR_LENGTH = 2_000;
/** A player's message arrives after its frame has loaded. */
const QUIET_FRAMES = 3;

shortenRetries();
configure({
  asyncUtilTimeout: WAIT_TIMEOUT_MS,
  // The whole tree of the page would hide the error.
  getElementError: (message) => new Error((message ?? "No such element").slice(0, ERROR_LENGTH)),
});

/** Restores browser APIs that the shown state replaced. */
let restore: (() => void) | undefined;

/** True while the shown state logs an error. */
let isFaultExpected = false;
const nativeConsole = { ...console };
Object.assign(console, {
  error(...values: readonly unknown[]) {
    if (!isFaultExpected) nativeConsole.error(...values);
  },
});

/** Replaces the shown state; resolves when the page is idle. A request without a prepared response is an error. */
export async function showState(state: GalleryState, language: Language): Promise<void> {
  const server = createFakeServer();
  const site = siteIn(language, state);
  await clearPage(site);
  window.fetch = server.fetch;
  state.serve?.(server, language);
  restore = state.prepare?.();
  isFaultExpected = state.isLogged ?? false;
  for (const [key, value] of Object.entries(state.stored ?? {})) {
    localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  if (state.member) await signIn(server, site, state.member, state.assurance);
  document.documentElement.dataset[FRAME_SAYS] = JSON.stringify(state.frameSays ?? []);

  const view = <main>{state.show(language, site)}</main>;
  const { element, queryClient } = frameView(view, site, state.at ?? "/", <ErrorScreen />);
  renderRoot(<StrictMode>{element}</StrictMode>);
  await nextFrame();
  await state.act?.({
    user: userEvent.setup({ delay: null, applyAccept: false }),
    screen,
    language,
    site,
  });
  await waitForRest(state.isWaiting ? null : queryClient);
  if (server.surprises.length > 0) {
    throw new Error(`Requests without an answer: ${server.surprises.join(", ")}`);
  }
}

/** Removes everything that a state left behind: all states share a page and its origin. */
async function clearPage(site: Site): Promise<void> {
  const server = createFakeServer();
  server.answer("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  // An editor saves its draft when it closes, and does not wait for the response.
  server.answer("POST /rest/v1/studio_drafts", () => onHold().answering());
  window.fetch = server.fetch;
  clearRoot();
  endVideo();
  learnServerTime("");
  restore?.();
  dismissToasts();
  await openSession(site).leave("local");
  localStorage.clear();
  sessionStorage.clear();
  await clearItems();
  for (const { name } of await indexedDB.databases()) {
    if (name !== undefined) indexedDB.deleteDatabase(name);
  }
  window.scrollTo(0, 0);
}

function siteIn(language: Language, state: GalleryState): Site {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by placeholder-server.ts
  const facts = JSON.parse(document.getElementById(SITE_DATA_ID)?.textContent ?? "") as SiteFacts;
  const known = siteStateIn(facts, language);
  const site: Site = {
    ...known,
    serverUrl: "",
    inlineImage: () => null,
    messages: CATALOGUE[language],
    api: createApi(known),
  };
  return { ...site, ...state.site?.(site) };
}

async function signIn(
  server: FakeServer,
  site: Site,
  member: NonNullable<GalleryState["member"]>,
  assurance: GalleryState["assurance"],
): Promise<void> {
  server.answer("POST /auth/v1/token", () => json(sessionOf(member, assurance)));
  const { client } = openSession(site);
  await client.auth.signInWithPassword({
    email: member.email ?? "",
    password: "green pastures 23",
  });
}

/**
 * Resolves when the page is idle: no query is in flight, frames, images and fonts are there, and nothing has changed
 * or scrolled for some frames.
 */
async function waitForRest(queryClient: QueryClient | null): Promise<void> {
  let changes = 0;
  const noteChange = (): void => void (changes += 1);
  const observer = new MutationObserver(noteChange);
  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  observer.observe(document, watched);
  document.addEventListener("scroll", noteChange, true);
  for (let quiet = 0; quiet < QUIET_FRAMES;) {
    const seen = changes;
    await nextFrame();
    quiet = seen !== changes || isLoading(queryClient) ? 0 : quiet + 1;
  }
  observer.disconnect();
  document.removeEventListener("scroll", noteChange, true);
}

function isLoading(queryClient: QueryClient | null): boolean {
  return (
    (queryClient?.isFetching() ?? 0) > 0 ||
    document.fonts.status === "loading" ||
    [...document.images].some(({ complete, loading }) => !complete && loading !== "lazy") ||
    [...document.querySelectorAll("iframe")].some(isFrameLoading)
  );
}

/** A frame is empty until its page begins to load; that of another site shows nothing of it. */
function isFrameLoading({ contentDocument, loading, src }: HTMLIFrameElement): boolean {
  if (!contentDocument || src === "" || loading === "lazy") return false;
  return contentDocument.readyState !== "complete" || contentDocument.URL === "about:blank";
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
