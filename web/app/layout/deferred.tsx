import { DEFAULT_LANGUAGE, type Language, languageOf, localisedPath } from "#shared/languages.ts";
import { languageMessages } from "#shared/messages/language.ts";
import { keepFocus } from "#web/app/navigation/keep-focus.ts";
import { KEEPS_ON } from "#web/base/kept/kept-flag.ts";
import { useConnection } from "#web/lib/http/use-connection.ts";
import { useSite, useTexts, isPhoneApp } from "#web/lib/site.ts";
import { readStored } from "#web/lib/storage/storage.ts";
import { STORAGE_KEYS } from "#web/lib/storage/storage-keys.ts";
import { openedSession } from "#web/lib/session/account-session.ts";
import { carriesSession, useNeedsSession } from "#web/lib/session/needs-session.ts";
import { useIdle } from "#web/lib/use-idle.ts";
import { useWasUsed } from "#web/lib/use-was-used.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { OfferStrip } from "#web/ui/offer-strip.tsx";
import { previewMessages } from "#shared/messages/studio/preview.ts";
import { useCallback, useEffect, useState } from "react";
import { VISITS_PATH, visitOf } from "#shared/analytics/page-views.domain.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useLocation } from "react-router";
import { useNowListening } from "#web/base/audio/now-listening.ts";
import { TV_PAIRING, useTvRemote } from "#web/base/television/television.ts";
import { optional } from "#web/ui/optional.tsx";
import { Announcements } from "./announcements.tsx";
import { InstallCard } from "#web/features/install/install-card.tsx";
import { tvPlatform } from "#web/features/install/install-rules.domain.ts";
import { OfflineBanner } from "#web/features/offline/offline-banner.tsx";
import { useServiceWorker } from "#web/features/offline/use-service-worker.ts";
import { useLiveUpdates } from "#web/features/live/use-live-updates.ts";
import { useWelcome } from "#web/features/notifications/use-welcome.ts";
import { SearchLauncher } from "#web/features/search/search-launcher.tsx";
import { useLocalizedPath } from "./use-localized-path.ts";
import {
  useRetryWhenOnline,
  useScheduledAnnouncement,
  useSync,
  useSiteUpdates,
} from "./use-background-updates.ts";
import { useTitleFace } from "./use-title-face.ts";
// Parts of the footer and the header: a file of their own would be a request on each page.
export { DataSaverSwitch } from "#web/features/data-saver/data-saver-switch.tsx";
export { AccountFace } from "./account-face.tsx";
// The menu opens without waiting for its code.
import "./open-menu.tsx";
// Every page loads it: a file of its own would be one more request.
import "#web/app/navigation/scroll-restoration.tsx";
import "./deferred.css";

type Visitor = {
  /** The language of the page. */
  page: Language;
  /** BCP 47 tags of the browser, the preferred one first. */
  wanted: readonly string[];
  /** The stored choice, or null. */
  chosen: Language | null;
};

/**
 * Returns the language to prompt for, or null. A path with a language was chosen on purpose, and a
 * stored choice is final; only the browser's first language counts.
 */
export function languageToPrompt({ page, wanted, chosen }: Visitor): Language | null {
  if (page !== DEFAULT_LANGUAGE || chosen !== null) return null;
  const first = languageOf(wanted[0] ?? "");
  return first === undefined || first === page ? null : first;
}

/** Returns the language to prompt this visitor for, or null. */
function useLanguageToPrompt(): Language | null {
  const site = useSite();
  const [chosen] = useStored(STORAGE_KEYS.language);
  if (isPhoneApp(site)) return null;
  return languageToPrompt({ page: site.language, wanted: navigator.languages, chosen });
}

/**
 * Prompts once to switch to the browser's first language, in that language, until the visitor
 * answers on this device. It never redirects.
 */
export function LanguagePrompt({ offered }: { offered: Language }) {
  const pathIn = useLocalizedPath();
  const { language: page } = useSite();
  const [, choose] = useStored(STORAGE_KEYS.language);
  const texts = languageMessages[offered];
  return (
    <OfferStrip
      lang={offered}
      aria-label={texts.label}
      closeLabel={texts.decline}
      onClose={() => choose(page)}
    >
      <div className="min-w-0 grow py-1 text-sm leading-tight">{texts.offer}</div>
      <a
        href={pathIn(offered)}
        hrefLang={offered}
        onClick={() => choose(offered)}
        className={buttonStyle("brand", "max-sm:px-3")}
      >
        {texts.accept}
      </a>
    </OfferStrip>
  );
}

/** Marks a page that shows unpublished content. */
function PreviewBand() {
  const { band } = useTexts(previewMessages);
  return (
    <p
      role="status"
      className="sticky bottom-20 z-40 border-t border-line bg-gold px-4 py-2 text-center text-sm font-semibold text-on-gold lg:bottom-6"
    >
      {band}
    </p>
  );
}

/**
 * Reports the path of each opened page once, and nothing else. Sends nothing while data is saved,
 * in the native app, offline, or where an external project stores the rows. @param address path
 * with the language's prefix.
 */
export function useCountVisits(address: string): void {
  const site = useSite();
  const [isSavingData] = useDataSaver();
  const isCounted = site.backendUrl === "" && site.preview === undefined && !isPhoneApp(site);
  const [path = "/"] = address.split("?");

  useEffect(() => {
    if (!isCounted || isSavingData || !navigator.onLine || visitOf(path) === null) return;
    navigator.sendBeacon(VISITS_PATH, path);
  }, [isCounted, isSavingData, path]);
}

/** Class of the root while the visitor scrolls down; deferred.css hides the bars by it. */
const READS_ON = "reads-on";
/** Smaller moves are jitter of the hand, not reading. */
const MOVE_PX = 12;
/** Near the top the bars stay visible. */
const TOP_PX = 80;

/**
 * Hides the bars of small screens when the visitor scrolls down and shows them on scroll up. A
 * scroll of the page itself, such as to a verse, hides nothing.
 */
function AutoHideBars() {
  useEffect(() => {
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    const { classList } = document.documentElement;
    let from = window.scrollY;
    let isOwn = false;
    const note = ({ type }: Event): void => {
      isOwn = type === "touchmove" || type === "wheel";
    };
    // After the last touch the page may still glide; a tap may make it scroll.
    for (const type of ["touchmove", "wheel", "touchstart", "keydown"]) {
      window.addEventListener(type, note, options);
    }
    const follow = (): void => {
      const at = window.scrollY;
      if (at > TOP_PX && Math.abs(at - from) < MOVE_PX) return;
      if (at <= from || at <= TOP_PX) classList.remove(READS_ON);
      else if (isOwn) classList.add(READS_ON);
      from = at;
    };
    window.addEventListener("scroll", follow, options);
    return () => {
      stop.abort();
      classList.remove(READS_ON);
    };
  }, []);
  return null;
}

/** Goes on with downloads of kept media that a closed page left unfinished. */
function useUnfinishedDownloads(): void {
  useEffect(() => {
    if (!readStored(KEEPS_ON)) return;
    return whenIdle(() => {
      void import("#web/base/kept/open-kept-media.ts").then(({ openKeptMedia }) =>
        openKeptMedia().run(),
      );
    });
  }, []);
}

const Listening = optional(async () => (await import("./listening.tsx")).Listening);

/** The audio bar, whose code loads with its first use. */
function ListeningSlot() {
  const now = useNowListening();
  return now && <Listening now={now} />;
}

const OnTelevision = optional(async () => (await import("./on-television.tsx")).OnTelevision);

/** The remote control of a television, whose code loads with its first use. */
function TelevisionSlot() {
  const { isOpen } = useTvRemote();
  const [pairing] = useStored(TV_PAIRING);
  const { hash } = useLocation();
  return (isOpen || pairing !== null || hash === "#tv") && <OnTelevision />;
}

const SessionWatcher = optional(
  async () => (await import("#web/app/session-watcher.tsx")).SessionWatcher,
);

/**
 * Follows the session once the page is used: the backend client is heavy, and a page that is only
 * looked at needs a token at most. A link of a mail is followed at once.
 */
function SessionSlot() {
  const wasUsed = useWasUsed(carriesSession(window.location.href));
  const needsSession = useNeedsSession();
  // The client may have ended the session for sync, before this could say so.
  return wasUsed && (needsSession || openedSession() !== null) && <SessionWatcher />;
}

type BackgroundProps = { address: string; onUpdate: (reload: () => void) => void };

/** Hooks without a view start apart, so that a tap on a slow phone does not wait for all of them. */
function Background({ address, onUpdate }: BackgroundProps) {
  useServiceWorker(address, onUpdate);
  useLiveUpdates();
  useRetryWhenOnline();
  useSiteUpdates();
  useScheduledAnnouncement();
  useSync();
  useTitleFace();
  useUnfinishedDownloads();
  return null;
}

/** Parts of every page that load after the page itself; on paper, the page's origin. */
export function Deferred() {
  const { pathname, search, hash } = useLocation();
  const site = useSite();
  const isInPackage = isPhoneApp(site);
  const href = localisedPath(pathname, site.language) + search + hash;
  const wasIdle = useIdle();
  useCountVisits(href);
  // The condition keeps its code out of the server's files.
  useEffect(() => (import.meta.env.SSR ? undefined : keepFocus()), []);
  // One offer at a time: announcements, then the language, notifications, the installation.
  const [isAnnounced, setAnnounced] = useState(true);
  const language = useLanguageToPrompt();
  const isRequesting = useWelcome(!isAnnounced && language === null);
  const [update, setUpdate] = useState<(() => void) | null>(null);
  const offerUpdate = useCallback((reload: () => void) => setUpdate(() => reload), []);
  const mayInstall = !isAnnounced && language === null && !isRequesting;
  // Nothing can be installed offline.
  const isOnline = useConnection() === "online";
  // A television shows the install prompt in its banner.
  const hasBanner = tvPlatform(navigator.userAgent) !== null;
  return (
    <>
      {wasIdle && <Background address={href} onUpdate={offerUpdate} />}
      <Announcements onShown={setAnnounced} />
      <OfflineBanner onUpdate={update} />
      {site.preview && <PreviewBand />}
      <SearchLauncher />
      {language !== null && !isAnnounced && <LanguagePrompt offered={language} />}
      <AutoHideBars />
      <ListeningSlot />
      <TelevisionSlot />
      <SessionSlot />
      <p data-source className="hidden p-4 text-sm print:block">
        {site.ministry.name} · {site.siteUrl}
        {href}
      </p>
      {!isInPackage && (
        <InstallCard isHidden={!mayInstall || pathname !== "/" || !isOnline || hasBanner} />
      )}
    </>
  );
}
