import * as v from "valibot";
import { SITE_PATH, siteStateIn, SERVER_META } from "#shared/site/site-state.ts";
import { type PhoneSite, phoneSiteSchema, type SiteState } from "#shared/contracts/site.ts";
import { type Api, browserFetch, createApi } from "#web/lib/http/http.ts";
import {
  type Language,
  DEFAULT_LANGUAGE,
  LANGUAGE_FACTS,
  languageOf,
  localisedPath,
  splitLanguage,
} from "#shared/languages.ts";
import { phoneMessages } from "#shared/messages/devices/phone.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { SplashScreen } from "@capacitor/splash-screen";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { CATALOGUE } from "#shared/messages/catalogue.ts";
import { App } from "#web/app/app.tsx";
import { loadMatchedRoutes, openRouter } from "#web/app/start/open-router.ts";
import { enableSpatialNavigation } from "#web/app/spatial-navigation/enable-spatial-navigation.ts";
import type { Transport } from "#shared/transport.ts";
import { createQueryClient } from "#web/lib/http/query-client.ts";
import { setSessionBackend } from "#web/lib/session/session-flag.ts";
import { reportError } from "#web/lib/report-error.ts";
import type { Site } from "#web/lib/site.ts";
import { readStored, writeStored } from "#web/lib/storage/storage.ts";
import {
  connectDevice,
  leaveOnBack,
  followLinks,
  offerShare,
  CHOSEN_LANGUAGE,
  STORED_SITE,
} from "./connect-native-shell.ts";

/**
 * Fetches the site state. @throws AppError when the server does not respond; ValiError when the
 * response is invalid.
 */
async function fetchSite(api: Pick<Api, "getJson">): Promise<PhoneSite> {
  return v.parse(phoneSiteSchema, await api.getJson(SITE_PATH));
}

type StartScreenProps = { language: Language; onTryAgain: () => void };

/** Screen of a first start without the server. */
function StartScreen({ language, onTryAgain }: StartScreenProps) {
  const texts = phoneMessages[language];
  return (
    <main className="page flex min-h-dvh flex-col items-center justify-center text-center">
      <CrownMark className="size-16" />
      <h1 className="mt-6 text-2xl font-extrabold tracking-tight">{texts.unreachable}</h1>
      <p role="alert" className="mt-2 max-w-prose text-ink-soft">
        {texts.hint}
      </p>
      <button type="button" onClick={onTryAgain} className={buttonStyle("brand", "mt-6")}>
        {texts.tryAgain}
      </button>
    </main>
  );
}

/**
 * Starts the native app: it renders the site's pages and gets everything else from the bundle's
 * server. The stored site state is used while the server is asked again.
 */
export async function startPhone(): Promise<void> {
  const root = createRoot(rootElement());
  const serverUrl = serverAddress();
  const language = startLanguage();
  document.documentElement.lang = language;
  document.documentElement.dir = LANGUAGE_FACTS[language].direction;
  try {
    const state = await openSite(serverUrl);
    const site = siteOf(
      siteStateIn({ ...state, hasWorker: false, hasReminders: false }, language),
      serverUrl,
    );
    setSessionBackend(site.backendUrl);
    offerShare();
    followLinks(site);
    const queryClient = createQueryClient("browser");
    await loadMatchedRoutes(language);
    const router = openRouter(site, queryClient, null);
    await untilReady(router);
    connectDevice(router, site);
    enableSpatialNavigation();
    root.render(
      <StrictMode>
        <App site={site} queryClient={queryClient}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    );
  } catch (error) {
    reportError(error);
    leaveOnBack();
    root.render(<StartScreen language={language} onTryAgain={() => window.location.reload()} />);
  } finally {
    await SplashScreen.hide();
  }
}

function rootElement(): Element {
  const element = document.querySelector("#root");
  if (!element) throw new Error("The page has no #root");
  return element;
}

function serverAddress(): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${SERVER_META}"]`);
  if (!meta) throw new Error("The page names no server");
  return meta.content;
}

/** The app opens at "/" in the chosen language, else in the device's. Any other path names one. */
function startLanguage(): Language {
  const { pathname } = window.location;
  if (pathname !== "/") return splitLanguage(pathname).language;
  const device = languageOf(navigator.language) ?? DEFAULT_LANGUAGE;
  const language = readStored(CHOSEN_LANGUAGE) ?? device;
  window.history.replaceState(null, "", localisedPath("/", language));
  return language;
}

/**
 * Returns the stored site state and refreshes it for the next start; the first start waits for the
 * server.
 */
async function openSite(serverUrl: string): Promise<PhoneSite> {
  const transport = toServer(serverUrl);
  const language = DEFAULT_LANGUAGE;
  const api = createApi({ transport, backendUrl: "", publishableKey: "", language });
  const fresh = fetchSite(api).then((site) => {
    writeStored(STORED_SITE, { serverUrl, site });
    return site;
  });
  const stored = readStored(STORED_SITE);
  if (stored?.serverUrl !== serverUrl) return fresh;
  // Offline, the stored state is enough.
  fresh.catch(() => undefined);
  return stored.site;
}

/** URLs without an origin belong to the server, also for its backend and its players. */
function siteOf(state: SiteState, serverUrl: string): Site {
  const backendUrl = state.backendUrl || serverUrl;
  return {
    ...state,
    serverUrl,
    backendUrl,
    embedOrigin: state.embedOrigin || serverUrl,
    messages: CATALOGUE[state.language],
    api: createApi({ ...state, transport: toServer(serverUrl), backendUrl }),
    inlineImage: () => null,
  };
}

function toServer(serverUrl: string): Transport {
  return (url, init) => browserFetch(new URL(url, serverUrl), init);
}

/** Waits for the first page's loaders; rendering earlier would show an empty screen. */
function untilReady(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
