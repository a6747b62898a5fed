import { Pause, Play, X } from "lucide-react";
import { type CSSProperties, type RefObject, useEffect, useState } from "react";
import { listenMessages } from "#shared/messages/listen.ts";
import { useTexts } from "#web/lib/site.ts";
import { IconButton } from "./icon-button.tsx";

/** A playing picture in the corner of its page, or of the next ones. */

/** Share of the picture in view below which it moves to the corner. */
const AWAY_SHARE = 0.25;

/** Returns true while the picture's place is scrolled out of view. */
export function useIsAway(place: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!place.current || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => setAway((entries.at(-1)?.intersectionRatio ?? 1) < AWAY_SHARE),
      { threshold: AWAY_SHARE },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isAway;
}

/** The video platform requires players of at least this width and height, in CSS pixels. */
const LEAST_PLATFORM_PX = 200;

/** Custom properties of the styles of a small picture. */
type LeastSize = CSSProperties & Record<`--least-${"width" | "height"}`, string>;

/**
 * Returns the least size of a picture while it is small: for another provider's player the least
 * height, and the width of 16:9 that belongs to it.
 */
export function cornerStyle(isOurOwn: boolean): LeastSize {
  const heightPx = isOurOwn ? 0 : LEAST_PLATFORM_PX;
  return {
    "--least-height": `${heightPx}px`,
    "--least-width": `${Math.ceil((heightPx * 16) / 9)}px`,
  };
}

type CornerBarProps = {
  name: string;
  /** Language of the name. */
  lang?: string | undefined;
  isPlaying: boolean;
  onToggle: () => void;
  closeLabel: string;
  onClose: (() => void) | undefined;
};

/** Below a picture in the corner: its name, pause and close. */
export function CornerBar(props: CornerBarProps) {
  const { name, lang, isPlaying, onToggle, closeLabel, onClose } = props;
  const texts = useTexts(listenMessages);
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="flex items-center pl-3">
      <p aria-hidden lang={lang} className="min-w-0 grow truncate text-sm font-semibold">
        {name}
      </p>
      <IconButton label={isPlaying ? texts.pause : texts.play} onClick={onToggle}>
        <Icon aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={closeLabel} onClick={onClose}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
