import { App } from "@capacitor/app";
import { Capacitor, SystemBars, SystemBarsStyle } from "@capacitor/core";
import type { DataRouter } from "react-router";
import { APP_ID } from "#shared/site/app-links.ts";
import { splitLanguage, LANGUAGES } from "#shared/languages.ts";
import { bringsSession } from "#web/lib/session/session-flag.ts";
import type { Site } from "#web/lib/site.ts";
import { deepLinkPath, isFile } from "./deep-link.domain.ts";
import { writeStored } from "#web/lib/storage/storage.ts";
import { CHOSEN_LANGUAGE } from "./native-storage.ts";
import { Share } from "@capacitor/share";

type Screen = {
  isDialogOpen: boolean;
  isMenuOpen: boolean;
  /** Path as the route table knows it, and the search part of the address. */
  path: string;
  search: string;
  /** Whether the web view has an earlier entry. */
  canGoBack: boolean;
};

/** What Android's back button does: it closes what is open, goes back, and leaves the app at Home. */
export function backAction(
  screen: Screen,
): "close-dialog" | "close-menu" | "back" | "home" | "exit" {
  const { isDialogOpen, isMenuOpen, path, search, canGoBack } = screen;
  if (isDialogOpen) return "close-dialog";
  if (isMenuOpen) return "close-menu";
  if (path === "/" && search === "") return "exit";
  return canGoBack ? "back" : "home";
}

/** Connects the app with the phone: links that open it, the back button and the system's bars. */
export function connectDevice(router: DataRouter, site: Site): void {
  if (!Capacitor.isNativePlatform()) return;
  const origins = [new URL(site.siteUrl).origin, site.serverUrl];
  // The link that started the app comes here too; asking for it would bring it again after a reload.
  void App.addListener("appUrlOpen", ({ url }) => {
    const path = deepLinkPath(url, { origins, scheme: APP_ID });
    if (path !== null) openPath(path, router, site);
  });
  void App.addListener("backButton", ({ canGoBack }) => goBack(canGoBack, router));
  followTheme();
}

/** Before there are pages the back button can only leave. */
export function leaveOnBack(): void {
  if (!Capacitor.isNativePlatform()) return;
  void App.addListener("backButton", () => {
    void App.exitApp();
  });
}

/** The other language has texts of its own, and a session is read when a page starts. */
function openPath(address: string, router: DataRouter, { language }: Site): void {
  const url = new URL(address, window.location.href);
  const target = splitLanguage(url.pathname);
  if (target.language === language && !bringsSession(address)) {
    void router.navigate(`${target.path}${url.search}${url.hash}`);
    return;
  }
  window.history.pushState(null, "", address);
  window.location.reload();
}

function goBack(canGoBack: boolean, router: DataRouter): void {
  const dialogs = document.querySelectorAll("dialog[open]");
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
      // What Escape does; the dialog's owner decides.
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
 * Clock and battery stay readable: on the header of either theme, and on the dark that an open dialog
 * puts over the page, which then does not scroll (web/ui/dialog.tsx).
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
 * What a tap on a link means beyond the web's own: the language switch is remembered for the next
 * start, and the server's files open in the system's browser. Both web views send addresses of other
 * sites there by themselves.
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

/** Gives Android's web view, which has none, the browser's way to share; iOS brings its own. */
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
