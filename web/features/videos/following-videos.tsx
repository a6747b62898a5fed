import { useLocation } from "react-router";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import type { CategoryId } from "#shared/videos/categories.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { useCategoryTexts } from "#web/lib/category-words.ts";
import { CardProgress } from "#web/base/playback/stored-positions.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { searchWithVideo, usePageSearch } from "./use-video-modal.ts";
import { useEffect, useRef, useState } from "react";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** The videos that follow in a list. Opening one replaces this visit: Back closes the modal. */
export function MoreVideos({ videos, category }: { videos: Video[]; category: CategoryId }) {
  const texts = useTexts(videoDetailsMessages);
  const wordsOf = useCategoryTexts();
  const pageSearch = usePageSearch();
  const { state } = useLocation();
  const { language } = useSite();
  if (videos.length === 0) return null;
  const name = texts.more(wordsOf(category).title);
  return (
    <section aria-label={name} className="px-4 pb-6 sm:px-0">
      <h3 className="font-semibold">{name}</h3>
      <ul className="card-grid mt-2 gap-4">
        {videos.map((video) => (
          <li key={video.id}>
            <Link
              to={{ search: searchWithVideo(pageSearch, video.id) }}
              replace
              state={state}
              preventScrollReset
              className="group block rounded-card text-sm"
            >
              <span className="relative block overflow-hidden rounded-card bg-raised">
                <Picture
                  src={video.thumbnail}
                  alt=""
                  sizes="(min-width: 64rem) 14vw, (min-width: 26rem) 30vw, 45vw"
                  className="aspect-video w-full object-cover"
                />
                <CardProgress videoId={video.id} />
              </span>
              <span
                lang={video.language}
                className="mt-2 line-clamp-2 font-semibold group-hover:text-brand"
              >
                {video.title}
              </span>
              <span suppressHydrationWarning className="mt-1 block text-ink-soft">
                {[video.duration, dateText(video.publishedAt, language, null)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
