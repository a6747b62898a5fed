import { clsx } from "clsx";
import type { ReactNode, Ref } from "react";
import "./video-surface.css";

/** Classes of the dialog of an open video. */
export const PAGE_DIALOG =
  "dark fixed inset-0 z-50 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas text-ink";

type VideoSurfaceProps = {
  /** Small, in the corner of other pages. */
  isInCorner?: boolean;
  /** Scrolled away: small, in the corner of its own page. */
  isAway?: boolean;
  /** The place of the picture on the page, which stays when the picture is in the corner. */
  placeRef?: Ref<HTMLDivElement>;
  bar?: ReactNode;
  picture: ReactNode;
  /** Below the picture in the corner. */
  foot?: ReactNode;
  details: ReactNode;
  more: ReactNode;
};

/**
 * The parts of an open video. The elements around the picture are the same on its page and in the
 * corner, only their classes change: a frame that moves in the document loads again.
 */
export function VideoSurface(props: VideoSurfaceProps) {
  const { isInCorner = false, isAway = false, placeRef, bar, picture, foot, details, more } = props;
  return (
    <>
      {bar}
      <div className={clsx(!isInCorner && "page video-page")}>
        <div className="min-w-0">
          <div ref={placeRef} className="video-place">
            <div className={clsx("video-picture", isAway && "is-away")}>{picture}</div>
          </div>
          {foot}
          <div hidden={isInCorner} className="video-text">
            {details}
          </div>
        </div>
        <div hidden={isInCorner} className="video-text">
          {more}
        </div>
      </div>
    </>
  );
}
