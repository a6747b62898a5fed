import { reportError } from "#web/lib/report-error.ts";
import { consumeInstallPrompt } from "./deferred-install-prompt.ts";
import * as v from "valibot";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import { useEffect, useState, useLayoutEffect } from "react";
import { INSTALL_CARD_WAITS_MS } from "#shared/constants.ts";
import { X } from "lucide-react";
import { installMessages } from "#shared/messages/devices/install.ts";
import { WATCH_POSITIONS } from "#web/base/playback/watch-storage.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useStored } from "#web/lib/storage/use-stored.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { shouldShowInstallCard } from "./install-rules.domain.ts";
import { ManualInstallDialog } from "./manual-install-dialog.tsx";

/**
 * Shows the browser's install dialog. Returns false when the browser has fired no install event:
 * the visitor then needs manual instructions. A failing dialog is only logged (S8.19).
 */
export function showInstallDialog(): boolean {
  const offer = consumeInstallPrompt();
  if (!offer) return false;
  Promise.resolve()
    .then(() => offer.prompt())
    .catch(reportError);
  return true;
}

/** Returns true when the app runs in a window of its own. */
export function isStandalone(): boolean {
  const isHomeScreenApp: unknown = Reflect.get(navigator, "standalone");
  return window.matchMedia("(display-mode: standalone)").matches || isHomeScreenApp === true;
}

/** Time of the last dismissal of the install card, in milliseconds since the epoch; 0 for never. */
export const INSTALL_PROMPT_DISMISSED = storedEntry(
  "installPromptDismissed",
  v.pipe(v.number(), v.minValue(0)),
  0,
);

/** Set when the app was installed from this browser. */
export const APP_INSTALLED = storedEntry("appInstalled", v.boolean(), false);

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
export function useHasLookedAround(): boolean {
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

  if (isManual) return <ManualInstallDialog onClose={() => setManual(false)} />;
  const isOffered = shouldShowInstallCard({
    isStandalone: isStandalone(),
    isInstalled,
    hasWatched,
    firstVisitAtMs,
    dismissedAtMs,
    nowMs: openedAtMs,
  });
  return (
    isOffered &&
    hasLookedAround &&
    !isAnswered &&
    !isHidden && <Card onInstall={install} onPostpone={postpone} />
  );
}

/**
 * Distance from the page's end, in px, at which the visitor is kept at the end when the card
 * appears.
 */
const CARD_SPACE_PX = 160;
/** Class of the root while the card is shown; deferred.css reserves its space below the footer. */
const HAS_CARD = "has-install-card";

/**
 * Reserves space for the card at the page's end, and keeps a visitor there above the card. Large
 * text makes the bottom bar higher.
 */
function reserveSpace(): () => void {
  const { classList, scrollHeight: before, style } = document.documentElement;
  const bar = document.querySelector<HTMLElement>("#root > nav");
  style.setProperty("--bar", `${bar?.offsetHeight ?? 0}px`);
  const isAtEnd = before - window.scrollY - window.innerHeight < CARD_SPACE_PX;
  classList.add(HAS_CARD);
  if (window.scrollY > 0 && isAtEnd) window.scrollTo(0, document.documentElement.scrollHeight);
  return () => classList.remove(HAS_CARD);
}

/** It stands on the bottom bar and takes its place while the bar is hidden. */
function Card({ onInstall, onPostpone }: { onInstall: () => void; onPostpone: () => void }) {
  const { ministry } = useSite();
  const { card } = useTexts(installMessages);
  useLayoutEffect(reserveSpace, []);
  return (
    <section
      data-install-card
      aria-labelledby="install-heading"
      className="leaving-bar flex flex-wrap items-center gap-1 bg-surface pr-1 pl-3 sm:gap-2"
    >
      <CrownMark className="size-8" />
      <div className="min-w-0 grow">
        <h2 id="install-heading" className="text-sm leading-tight font-semibold">
          {card.title(ministry.name)}
        </h2>
        <p className="text-xs text-ink-soft">{card.text}</p>
      </div>
      <button type="button" className={buttonStyle("brand", "max-sm:px-3")} onClick={onInstall}>
        {card.install}
      </button>
      <button type="button" className={buttonStyle("quiet", "max-sm:px-3")} onClick={onPostpone}>
        {card.later}
      </button>
      <IconButton label={card.close} onClick={onPostpone}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </section>
  );
}
