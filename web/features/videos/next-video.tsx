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
 * What follows when a video has ended. It begins by itself after a countdown that can be cancelled;
 * where data is saved or motion reduced, only somebody who asks for it gets it.
 */
export function NextVideo({ video, onPlay, onCancel }: NextVideoProps) {
  const texts = useTexts(videoDetailsMessages);
  const [savesData] = useDataSaver();
  const [isStill] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [seconds, setSeconds] = useState(COUNTDOWN_S);
  const isCounting = !savesData && !isStill;
  const playRef = useRef(onPlay);

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

  return (
    <section
      aria-label={texts.upNext}
      className="mt-4 flex flex-wrap items-center gap-4 rounded-card bg-white/10 p-4 text-sm"
    >
      <p role="status" className="min-w-0 grow">
        {texts.upNext}: <strong>{video.title}</strong>
      </p>
      {isCounting && (
        <p aria-hidden className="tabular-nums">
          {texts.nextIn(seconds)}
        </p>
      )}
      <button type="button" className={buttonStyle("brand")} onClick={onPlay}>
        {texts.playNext}
      </button>
      <button
        type="button"
        className="inline-flex min-h-11 items-center rounded-full px-4 font-semibold hover:bg-white/20"
        onClick={onCancel}
      >
        {texts.cancel}
      </button>
    </section>
  );
}
