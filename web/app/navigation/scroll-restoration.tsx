import { Component } from "react";
import { type Location, NavigationType, useLocation, useNavigationType } from "react-router";
import { stopEarlyScrolls } from "#web/app/start/early-input.ts";
import { VIDEO_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import {
  saveScrollPosition,
  recordRailScroll,
  scrollPositionOf,
  restoreScroll,
  cancelScrollRestoration,
} from "#web/lib/navigation/scroll-positions.ts";

/**
 * Restores scroll, rows and the focus of the followed link on back, forward and reload. A video
 * that opens or closes over a page moves nothing.
 */
export function ScrollRestoration() {
  return <Visits location={useLocation()} type={useNavigationType()} />;
}

type VisitsProps = { location: Location; type: NavigationType };

/**
 * A class, because only `getSnapshotBeforeUpdate` runs while the old page is still in the document.
 */
class Visits extends Component<VisitsProps> {
  override componentDidMount(): void {
    takeOver();
    window.addEventListener("pageshow", takeOver);
    window.addEventListener("pagehide", this.handOver);
    document.addEventListener("visibilitychange", this.keepHidden);
    document.addEventListener("scroll", recordRailScroll, { capture: true, passive: true });
    const place = scrollPositionOf(this.props.location.key);
    const mayHaveScrolled = stopEarlyScrolls();
    // The browser has scrolled by estimated heights, or to an element that has moved.
    if (place && !mayHaveScrolled) restoreScroll(place);
  }

  override getSnapshotBeforeUpdate({ location }: VisitsProps): null {
    if (location.key !== this.props.location.key) saveScrollPosition(location.key);
    return null;
  }

  override componentDidUpdate({ location: left }: VisitsProps): void {
    const { location, type } = this.props;
    if (location.key === left.key) return;
    cancelScrollRestoration();
    if (type !== NavigationType.Pop || pageOf(location) === pageOf(left)) return;
    const place = scrollPositionOf(location.key);
    if (place) restoreScroll(place);
    // The browser has already scrolled to a fragment.
    else if (location.hash !== "") return;
    else window.scrollTo(0, 0);
    if (location.pathname !== left.pathname) moveFocus(place?.link);
  }

  override componentWillUnmount(): void {
    window.removeEventListener("pageshow", takeOver);
    window.removeEventListener("pagehide", this.handOver);
    document.removeEventListener("visibilitychange", this.keepHidden);
    document.removeEventListener("scroll", recordRailScroll, { capture: true });
  }

  override render(): null {
    return null;
  }

  /**
   * The next page may be another document; the browser then restores this position before any
   * script.
   */
  handOver = (): void => {
    window.history.scrollRestoration = "auto";
    saveScrollPosition(this.props.location.key);
  };

  /** A phone may discard a hidden tab without an event and reload it later. */
  keepHidden = (): void => {
    if (document.visibilityState === "hidden") saveScrollPosition(this.props.location.key);
  };
}

/** While the app runs the browser would scroll the page that is left. */
function takeOver(): void {
  window.history.scrollRestoration = "manual";
}

/** Focuses the page's link with that URL, or else its heading. */
function moveFocus(href = ""): void {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
  const target = link ?? document.querySelector<HTMLElement>("main h1");
  target?.focus({ preventScroll: true });
}

/** URL without the video that is open over its page. */
function pageOf({ pathname, search, hash }: Location): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(VIDEO_PARAMETER);
  return `${pathname}?${parameters.toString()}${hash}`;
}
