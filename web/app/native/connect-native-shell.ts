import * as v from "valibot";
import { LANGUAGES, type Language, splitLanguage } from "#shared/languages.ts";
import { type StoredEntry, storedEntry } from "#web/lib/storage/storage-keys.ts";
import { type PhoneSite, phoneSiteSchema } from "#shared/contracts/site.ts";
import { App } from "@capacitor/app";
import { Capacitor, SystemBars, SystemBarsStyle } from "@capacitor/core";
import type { DataRouter } from "react-router";
import { APP_ID } from "#shared/site/app-links.ts";
import { carriesSession } from "#web/lib/session/needs-session.ts";
import type { Site } from "#web/lib/site.ts";
import { deepLinkPath, isFile } from "./deep-link.domain.ts";
import { writeStored } from "#web/lib/storage/storage.ts";
import { Share } from "@capacitor/share";

type StoredSite = { serverUrl: string; site: PhoneSite };

/** Site state of the last start, for starts without a connection. */
export const STORED_SITE: StoredEntry<StoredSite | null> = storedEntry(
  "phoneSite",
  v.nullable(v.object({ serverUrl: v.string(), site: phoneSiteSchema })),
  null,
);

/** Language chosen in the app; without a choice the device's language applies. */
export const CHOSEN_LANGUAGE: StoredEntry<Language | null> = storedEntry(
  "phoneLanguage",
  v.nullable(v.picklist(LANGUAGES)),
  null,
);

type Screen = {
  isDialogOpen: boolean;
  isMenuOpen: boolean;
  /** Path as in the route table, with the search part of the URL. */
  path: string;
  search: string;
  /** The web view has an earlier entry. */
  canGoBack: boolean;
};

/** Action of Android's back button: close an open dialog, go back, or leave the app at Home. */
export function backAction(
  screen: Screen,
): "close-dialog" | "close-menu" | "back" | "home" | "exit" {
  const { isDialogOpen, isMenuOpen, path, search, canGoBack } = screen;
  if (isDialogOpen) return "close-dialog";
  if (isMenuOpen) return "close-menu";
  if (path === "/" && search === "") return "exit";
  return canGoBack ? "back" : "home";
}

/** Connects the app with the phone: deep links, back button and system bars. */
export function connectDevice(router: DataRouter, site: Site): void {
  if (!Capacitor.isNativePlatform()) return;
  const origins = [new URL(site.siteUrl).origin, site.serverUrl];
  // This event also delivers the link that started the app; `getLaunchUrl` would repeat it after a
  // reload.
  void App.addListener("appUrlOpen", ({ url }) => {
    const path = deepLinkPath(url, { origins, scheme: APP_ID });
    if (path !== null) openPath(path, router, site);
  });
  void App.addListener("backButton", ({ canGoBack }) => goBack(canGoBack, router));
  followTheme();
}

/** Before pages exist the back button can only leave the app. */
export function leaveOnBack(): void {
  if (!Capacitor.isNativePlatform()) return;
  void App.addListener("backButton", () => {
    void App.exitApp();
  });
}

/** Another language needs its own texts, and a session is read at start: both load a whole page. */
function openPath(address: string, router: DataRouter, { language }: Site): void {
  const url = new URL(address, window.location.href);
  const target = splitLanguage(url.pathname);
  if (target.language === language && !carriesSession(address)) {
    void router.navigate(`${target.path}${url.search}${url.hash}`);
    return;
  }
  window.history.pushState(null, "", address);
  window.location.reload();
}

function goBack(canGoBack: boolean, router: DataRouter): void {
  // A video in the corner is no overlay.
  const dialogs = document.querySelectorAll("dialog[open]:not([data-mini-player])");
  const { pathname, search } = router.state.location;
  const action = backAction({
    isDialogOpen: dialogs.length > 0,
    isMenuOpen: document.querySelector('header [aria-expanded="true"]') !== null,
    path: splitLanguage(pathname).path,
    search,
    canGoBack,
  });
  switch (action) {
    case "close-dialog":
      // Same event as Escape; the dialog's owner decides.
      dialogs[dialogs.length - 1]?.dispatchEvent(new Event("cancel", { cancelable: true }));
      return;
    case "close-menu":
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
      return;
    case "back":
      window.history.back();
      return;
    case "home":
      void router.navigate("/", { replace: true });
      return;
    case "exit":
      void App.exitApp();
  }
}

/**
 * Keeps clock and battery readable on the header of either theme, and on the backdrop of an open
 * dialog (web/ui/dialog.tsx).
 */
function followTheme(): void {
  const root = document.documentElement;
  const show = (): void => {
    const isDark = ["dark", "overflow-hidden"].some((name) => root.classList.contains(name));
    void SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light });
  };
  new MutationObserver(show).observe(root, { attributeFilter: ["class"] });
  show();
}

/**
 * Handles taps on links that the web view does not: stores the chosen language, and opens the
 * server's files in the system browser. Both web views open other sites there by themselves.
 */
export function followLinks({ siteUrl }: Pick<Site, "siteUrl">): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== window.location.origin) return;
    const language = LANGUAGES.find((known) => known === link.hreflang);
    if (language) writeStored(CHOSEN_LANGUAGE, language);
    if (!isFile(link.pathname)) return;
    event.preventDefault();
    window.location.assign(`${siteUrl}${link.pathname}${link.search}`);
  });
}

/** Polyfills the Web Share API in Android's web view; iOS has it. */
export function offerShare(): void {
  if ("share" in navigator) return;
  Object.defineProperty(navigator, "share", {
    value: async ({ title, text, url }: ShareData): Promise<void> => {
      await Share.share({
        ...(title !== undefined && { title }),
        ...(text !== undefined && { text }),
        ...(url !== undefined && { url }),
      });
    },
  });
}
