import { useLayoutEffect } from "react";
import { X } from "lucide-react";
import { installMessages } from "#shared/messages/devices/install.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CrownMark } from "#web/ui/crown-mark.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ManualInstallDialog } from "./manual-install-dialog.tsx";

type InstallStripProps = {
  /** The browser has no dialog of its own: the steps take the card's place. */
  isManual: boolean;
  onInstall: () => void;
  onPostpone: () => void;
  /** Closes the steps. */
  onClose: () => void;
};

/** What a visitor sees of the install card. */
export function InstallStrip({ isManual, onClose, ...answers }: InstallStripProps) {
  return isManual ? <ManualInstallDialog onClose={onClose} /> : <Card {...answers} />;
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
function Card({ onInstall, onPostpone }: Pick<InstallStripProps, "onInstall" | "onPostpone">) {
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
