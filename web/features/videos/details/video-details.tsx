import { Clock } from "lucide-react";
import { laterMessages } from "#shared/messages/videos/later.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { putItem, removeItem, useItems } from "#web/base/sync/use-items.ts";
import { useTexts, useMessages, useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { useToast } from "#web/ui/use-toast.ts";
import { clsx } from "clsx";
import { useQuery } from "@tanstack/react-query";
import { videoEstimate } from "#shared/device/data-estimate.domain.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import { type CategoryId, playlistOf } from "#shared/videos/categories.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { isBundledVideoId } from "#shared/videos/video-id.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { ExternalLink } from "#web/ui/external-link.tsx";
import { videoQuery } from "#web/features/videos/playlist.data.ts";
import { PassagePart, VideoSaidFacts } from "./video-facts.tsx";
import { ShareVideo } from "./share-video.tsx";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { readVideoText, type TextPart } from "./video-text.domain.ts";

type WatchLaterButtonProps = { video: Video; category: string };

/** Saves a video for later or removes it: on this device, and with a signed-in user's account. */
export function WatchLaterButton({ video, category }: WatchLaterButtonProps) {
  const texts = useTexts(laterMessages);
  const toast = useToast();
  const { items } = useItems("watch-later");
  const isKept = items.some(({ id }) => id === video.id);

  function handleClick() {
    if (isKept) {
      void removeItem("watch-later", video.id);
      toast({ tone: "done", title: texts.removed });
      return;
    }
    const title = video.title.slice(0, 500);
    void putItem("watch-later", video.id, { addedAt: Date.now(), title, category });
    toast({ tone: "done", title: texts.kept, text: texts.keptText });
  }

  return (
    <button
      type="button"
      aria-label={texts.keepOf(video.title)}
      aria-pressed={isKept}
      className={buttonStyle(isKept ? "gold" : "quiet")}
      onClick={handleClick}
    >
      <Clock aria-hidden className="size-4" />
      {texts.keep}
    </button>
  );
}

type VideoDetailsProps = {
  video: Video;
  category: CategoryId;
  /** Whole seconds played; 0 before the start. */
  position: number;
  /** Seeks the player. */
  onSeek: (seconds: number) => void;
};

const LINK = "font-semibold underline underline-offset-2";

/** Details of a video below its player; the whole description loads when the modal opens. */
export function VideoDetails({ video, category, position, onSeek }: VideoDetailsProps) {
  const { api, language, ministry } = useSite();
  const { videos } = useMessages();
  const texts = useTexts(videoDetailsMessages);
  const { data } = useQuery(videoQuery(api, [playlistOf(ministry, category)], video.id));
  const { chapters, lines } = readVideoText(data?.video.description ?? video.description);
  const spoken = data?.video.language ?? video.language;
  const date = dateText(video.publishedAt, language, null);
  const priceText = useDataEstimateText();
  const facts = [
    videos.views(video.viewCount),
    date && texts.published(date),
    priceText(videoEstimate({ ...video, ...data?.video, isOurOwn: isBundledVideoId(video.id) })),
  ].filter(Boolean);
  return (
    <div className="px-4 pt-4 sm:px-0">
      <h2 lang={spoken} className="text-lg font-bold tracking-tight sm:text-xl">
        {video.title}
      </h2>
      <p suppressHydrationWarning className="mt-1 text-sm text-ink-soft">
        {facts.join(" · ")}
      </p>
      <VideoSaidFacts said={data?.video.said} spokenIn={spoken} />
      <div className="mt-4 flex flex-wrap items-center gap-4 text-sm">
        <WatchLaterButton video={video} category={category} />
        <ShareVideo video={video} position={position} />
      </div>
      <Chapters chapters={chapters} position={position} onSeek={onSeek} />
      <div className="mt-4 max-w-prose text-sm">
        {lines.map((pieces, index) => (
          <p key={index} lang={spoken} className="mt-2">
            {pieces.map((part, place) => (
              <Part key={place} part={part} spoken={spoken} />
            ))}
          </p>
        ))}
        {isBundledVideoId(video.id) && <p className="mt-2 text-ink-soft">{texts.bundledNotice}</p>}
      </div>
    </div>
  );
}

type ChaptersProps = Pick<VideoDetailsProps, "position" | "onSeek"> & {
  chapters: ReturnType<typeof readVideoText>["chapters"];
};

function Chapters({ chapters, position, onSeek }: ChaptersProps) {
  const texts = useTexts(videoDetailsMessages);
  const current = position > 0 ? chapters.findLast(({ seconds }) => seconds <= position) : null;
  if (chapters.length === 0) return null;
  return (
    <section aria-label={texts.chapters} className="mt-4">
      <h3 className="font-semibold">{texts.chapters}</h3>
      <ul className="mt-2">
        {chapters.map(({ seconds, title }) => (
          <li key={seconds}>
            <button
              type="button"
              aria-current={seconds === current?.seconds ? "true" : undefined}
              className={clsx(
                "flex min-h-11 w-full items-center gap-4 rounded-card px-2 text-left text-sm hover:bg-raised",
                seconds === current?.seconds && "bg-brand-soft text-brand",
              )}
              onClick={() => onSeek(seconds)}
            >
              <span className="font-semibold even-figures">{momentText(seconds)}</span>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Part({ part, spoken }: { part: TextPart; spoken: string | undefined }) {
  return part.kind === "address" ? (
    <ExternalLink href={part.text} className={LINK}>
      {part.text}
    </ExternalLink>
  ) : (
    <PassagePart part={part} spoken={spoken} />
  );
}
