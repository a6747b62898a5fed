import { reportError } from "#web/lib/report-error.ts";
import { consumeInstallPrompt } from "./deferred-install-prompt.ts";
import * as v from "valibot";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useEffect, useState } from "react";
import { INSTALL_CARD_WAITS_MS } from "#shared/constants.ts";
import { WATCH_POSITIONS } from "#web/base/playback/watch-storage.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { optional } from "#web/ui/optional.tsx";
import { shouldShowInstallCard } from "./install-rules.domain.ts";

/** Loaded for the few visits that see it. */
const InstallStrip = optional(async () => (await import("./install-strip.tsx")).InstallStrip);

/**
 * Shows the browser's install dialog. Returns false when the browser has fired no install event:
 * the visitor then needs manual instructions. A failing dialog is only logged (S8.19).
 */
function showInstallDialog(): boolean {
  const offer = consumeInstallPrompt();
  if (!offer) return false;
  Promise.resolve()
    .then(() => offer.prompt())
    .catch(reportError);
  return true;
}

/** Returns true when the app runs in a window of its own. */
function isStandalone(): boolean {
  const isHomeScreenApp: unknown = Reflect.get(navigator, "standalone");
  return window.matchMedia("(display-mode: standalone)").matches || isHomeScreenApp === true;
}

/** Time of the last dismissal of the install card, in milliseconds since the epoch; 0 for never. */
const INSTALL_PROMPT_DISMISSED = storedEntry(
  "installPromptDismissed",
  v.pipe(v.number(), v.minValue(0)),
  0,
);

/** Set when the app was installed from this browser. */
const APP_INSTALLED = storedEntry("appInstalled", v.boolean(), false);

/** Time of this browser's first visit, in milliseconds since the epoch; 0 for none. */
const FIRST_VISIT = storedEntry("firstVisit", v.pipe(v.number(), v.minValue(0)), 0);

/**
 * A card that appears during a scroll to the page's end would move the end; older browsers have no
 * `scrollend`.
 */
const SCROLLED = "onscrollend" in globalThis ? "scrollend" : "scroll";

/**
 * Returns true when the visitor has scrolled, or stayed long enough. Both count from the opening of
 * the page, not from the load of this code.
 */
function useHasLookedAround(): boolean {
  const [hasLookedAround, setHasLookedAround] = useState(() => window.scrollY > 0);
  useEffect(() => {
    if (hasLookedAround) return;
    const remember = (): void => setHasLookedAround(true);
    const timer = setTimeout(remember, Math.max(0, INSTALL_CARD_WAITS_MS - performance.now()));
    window.addEventListener(SCROLLED, remember, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener(SCROLLED, remember);
    };
  }, [hasLookedAround]);
  return hasLookedAround;
}

/**
 * The install card (S4.14 to S4.18), a strip of 56 px over the page, which shifts nothing. It waits
 * until the visitor has looked around, and hides while there is a toast. Hidden, it still registers
 * an installation, which may begin in the browser's own menu.
 */
export function InstallCard({ isHidden }: { isHidden: boolean }) {
  const [dismissedAtMs, setDismissedAtMs] = useStored(INSTALL_PROMPT_DISMISSED);
  const [isInstalled, setInstalled] = useStored(APP_INSTALLED);
  const [isAnswered, setAnswered] = useState(false);
  const [isManual, setManual] = useState(false);
  const [openedAtMs] = useState(Date.now);
  const hasLookedAround = useHasLookedAround();
  const hasWatched = useStored(WATCH_POSITIONS)[0].length > 0;
  const [firstVisitAtMs, setFirstVisit] = useStored(FIRST_VISIT);

  useEffect(() => {
    if (firstVisitAtMs === 0) setFirstVisit(openedAtMs);
  }, [firstVisitAtMs, openedAtMs, setFirstVisit]);

  useEffect(() => {
    const remember = (): void => {
      setInstalled(true);
    };
    window.addEventListener("appinstalled", remember);
    return () => window.removeEventListener("appinstalled", remember);
  }, [setInstalled]);

  function install() {
    if (showInstallDialog()) setAnswered(true);
    else setManual(true);
  }
  function postpone() {
    setDismissedAtMs(Date.now());
    setAnswered(true);
  }

  const isOffered = shouldShowInstallCard({
    isStandalone: isStandalone(),
    isInstalled,
    hasWatched,
    firstVisitAtMs,
    dismissedAtMs,
    nowMs: openedAtMs,
  });
  const isShown = isOffered && hasLookedAround && !isAnswered && !isHidden;
  return (
    (isShown || isManual) && (
      <InstallStrip
        isManual={isManual}
        onInstall={install}
        onPostpone={postpone}
        onClose={() => setManual(false)}
      />
    )
  );
}
