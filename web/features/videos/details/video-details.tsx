import { Share2, Clock } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { localisedPath } from "#shared/languages.ts";
import { videoDetailsMessages } from "#shared/messages/videos/video-details.ts";
import type { Video } from "#shared/contracts/playlist-videos.ts";
import { shareOrCopy } from "#web/lib/sharing.ts";
import { sharedOrigin, useSite, useTexts, useMessages } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { PlayOnTvButton } from "#web/ui/play-on-tv-button.tsx";
import { useToast } from "#web/ui/use-toast.ts";
import {
  searchWithVideo,
  START_PARAMETER,
  usePageSearch,
  VIDEO_PARAMETER,
} from "#web/features/videos/use-video-modal.ts";
import { closeVideo } from "#web/features/videos/player/open-player.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { laterMessages } from "#shared/messages/videos/later.ts";
import { putItem, removeItem, useItems } from "#web/base/sync/use-items.ts";
import { clsx } from "clsx";
import { useQuery } from "@tanstack/react-query";
import { videoEstimate } from "#shared/device/data-estimate.domain.ts";
import { type CategoryId, playlistOf } from "#shared/videos/categories.ts";
import { isBundledVideoId, isOwnVideoId } from "#shared/videos/video-id.ts";
import { useDataEstimateText } from "#web/base/data-saver/use-data-estimate-text.ts";
import { ExternalLink } from "#web/ui/link.tsx";
import { videoQuery } from "#web/features/videos/playlist.data.ts";
import { PassagePart, VideoSaidFacts } from "./video-facts.tsx";
import { dateText } from "#shared/videos/video-date.domain.ts";
import { readVideoText, type TextPart } from "./video-text.domain.ts";
import { KeepVideo } from "./keep-video.tsx";
import { ListenToVideo } from "./listen-to-video.tsx";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";

type ActionProps = {
  video: Video;
  /** Whole seconds played; 0 before the start and at the end. */
  position: number;
};

/** Goes on with a video on a television, from its position, and closes its page here. */
function PlayVideoOnTv({ video, position }: ActionProps) {
  const { pathname } = useLocation();
  const pageSearch = usePageSearch();
  return (
    <PlayOnTvButton
      offer={{
        media: { kind: "video", id: video.id },
        title: video.title,
        page: pathname + searchWithVideo(pageSearch, video.id),
        onPlay: closeVideo,
      }}
      position={position || storedSeconds(video.id)}
    />
  );
}

/**
 * Shares a video by the device's share sheet, or a copied link where there is none; optionally from
 * the current second.
 */
function ShareVideo({ video, position }: ActionProps) {
  const site = useSite();
  const texts = useTexts(videoDetailsMessages);
  const { pathname } = useLocation();
  const toast = useToast();
  const [isFromHere, setIsFromHere] = useState(false);

  async function share() {
    const url = new URL(localisedPath(pathname, site.language), sharedOrigin(site));
    url.searchParams.set(VIDEO_PARAMETER, video.id);
    if (isFromHere && position > 0) url.searchParams.set(START_PARAMETER, String(position));
    const outcome = await shareOrCopy({ title: video.title, url: url.href });
    if (outcome === "copied") toast({ tone: "done", title: texts.copied });
    if (outcome === "refused") toast({ tone: "danger", title: texts.notCopied, text: url.href });
  }

  return (
    <>
      <button type="button" className={buttonStyle("quiet")} onClick={() => void share()}>
        <Share2 aria-hidden className="size-4" />
        {texts.share}
      </button>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-5"
          checked={isFromHere}
          onChange={(event) => setIsFromHere(event.target.checked)}
        />
        <span className="even-figures">{texts.from(momentText(position))}</span>
      </label>
    </>
  );
}

type WatchLaterButtonProps = { video: Video; category: string };

/** Saves a video for later or removes it: on this device, and with a signed-in user's account. */
function WatchLaterButton({ video, category }: WatchLaterButtonProps) {
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
  /** Receives the messages of the sound when the visitor listens, like those of the player. */
  onMessage?: ((message: EmbedMessage) => void) | undefined;
};

const LINK = "font-semibold underline underline-offset-2";

/** Details of a video below its player; the whole description loads when the modal opens. */
export function VideoDetails(props: VideoDetailsProps) {
  const { video, category, position, onSeek, onMessage } = props;
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
      <h2 lang={spoken} className="font-sans text-lg font-bold tracking-tight sm:text-xl">
        {video.title}
      </h2>
      <p suppressHydrationWarning className="mt-1 text-sm text-ink-soft">
        {facts.join(" · ")}
      </p>
      <VideoSaidFacts said={data?.video.said} spokenIn={spoken} />
      <div className="video-actions mt-4 flex flex-wrap items-start gap-2 text-sm *:grow sm:*:grow-0">
        {data && (
          <ListenToVideo
            video={data.video}
            category={category}
            position={position}
            onMessage={onMessage}
          />
        )}
        <PlayVideoOnTv video={video} position={position} />
        {data && <KeepVideo video={data.video} category={category} />}
        {/* Together, so that no button stands alone in the next row. */}
        <div className="flex flex-wrap items-center gap-2 *:grow sm:*:grow-0">
          <WatchLaterButton video={video} category={category} />
          <ShareVideo video={video} position={position} />
        </div>
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
        {isBundledVideoId(video.id) && !isOwnVideoId(video.id) && (
          <p className="mt-2 text-ink-soft">{texts.bundledNotice}</p>
        )}
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
