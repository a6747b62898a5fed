import { X } from "lucide-react";
import { type ComponentProps, useLayoutEffect } from "react";
import { IconButton } from "./icon-button.tsx";

/**
 * Distance from the page's end, in px, at which the visitor is kept at the end when a strip
 * appears.
 */
const STRIP_SPACE_PX = 160;
/** Class of the root while a strip is shown; deferred.css reserves its space below the footer. */
const HAS_OFFER = "has-offer";

/**
 * Reserves space for the strip at the page's end, and keeps a visitor there above it. Large text
 * makes the bottom bar higher.
 */
function reserveSpace(): () => void {
  const { classList, scrollHeight: before, style } = document.documentElement;
  const bar = document.querySelector<HTMLElement>("#root > nav");
  style.setProperty("--bar", `${bar?.offsetHeight ?? 0}px`);
  const isAtEnd = before - window.scrollY - window.innerHeight < STRIP_SPACE_PX;
  classList.add(HAS_OFFER);
  if (window.scrollY > 0 && isAtEnd) window.scrollTo(0, document.documentElement.scrollHeight);
  return () => classList.remove(HAS_OFFER);
}

type OfferStripProps = ComponentProps<"section"> & {
  /** Name of the button that declines. */
  closeLabel: string;
  onClose: () => void;
};

/**
 * An offer, as a strip that stands on the bottom bar, shifts nothing, and takes the bar's place while
 * that is hidden.
 */
export function OfferStrip({ closeLabel, onClose, children, ...rest }: OfferStripProps) {
  useLayoutEffect(reserveSpace, []);
  return (
    <section
      {...rest}
      data-offer
      className="leaving-bar flex flex-wrap items-center gap-1 bg-surface pr-1 pl-3 sm:gap-2"
    >
      {children}
      <IconButton label={closeLabel} onClick={onClose}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </section>
  );
}
