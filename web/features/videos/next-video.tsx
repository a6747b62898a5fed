import { useEffect, useRef, useState } from "react";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

const COUNTDOWN_S = 8;
const TICK_MS = 1_000;

type NextVideoProps = { video: Video; onPlay: () => void; onCancel: () => void };

/**
 * The next video after the end of one, over its player. It starts after a countdown that can be
 * cancelled; with the data saver or reduced motion only on request.
 */
export function NextVideo({ video, onPlay, onCancel }: NextVideoProps) {
  const texts = useTexts(videoDetailsMessages);
  const [savesData] = useDataSaver();
  const [isStill] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [seconds, setSeconds] = useState(COUNTDOWN_S);
  const isCounting = !savesData && !isStill;
  const playRef = useRef(onPlay);
  const buttonRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    playRef.current = onPlay;
  });

  useEffect(() => {
    if (!isCounting) return;
    const timer = setTimeout(() => {
      if (seconds > 1) setSeconds(seconds - 1);
      else playRef.current();
    }, TICK_MS);
    return () => clearTimeout(timer);
  }, [isCounting, seconds]);

  // The player is covered, so keyboard focus moves here.
  useEffect(() => {
    if (document.activeElement?.tagName === "IFRAME") buttonRef.current?.focus();
  }, []);

  return (
    <section
      aria-label={texts.upNext}
      className="absolute inset-0 flex flex-col items-center justify-center gap-3 overflow-y-auto bg-canvas p-4 text-center text-sm"
    >
      <p role="status" className="max-w-prose">
        <span className="block text-ink-soft">{texts.upNext}</span>
        <strong lang={video.language} className="mt-1 line-clamp-2 sm:text-lg">
          {video.title}
        </strong>
      </p>
      {isCounting && (
        <p aria-hidden className="text-ink-soft even-figures">
          {texts.nextIn(seconds)}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-center gap-3">
        <button ref={buttonRef} type="button" className={buttonStyle("brand")} onClick={onPlay}>
          {texts.playNext}
        </button>
        <button type="button" className={buttonStyle("quiet")} onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </section>
  );
}
