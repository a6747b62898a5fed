import { useQuery } from "@tanstack/react-query";
import { Maximize, PictureInPicture2 } from "lucide-react";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { type ChannelId, channelNamed, firstChannel } from "#shared/live/channels.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { hasConsent } from "#web/base/watching/player-consents.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { LiveBadge } from "#web/ui/live-badge.tsx";
import { type ChannelNews, NO_NEWS } from "./channel-news.ts";
import { channelEmbedPath } from "./channel-path.ts";
import { ChannelPlayer } from "./channel-player.tsx";
import { channelOf, liveQuery } from "./live.data.ts";
import type { StartMode } from "./use-auto-start.ts";
import { usePictureInPicture } from "./use-picture-in-picture.ts";

type ChannelCardProps = {
  id: ChannelId;
  startMode: StartMode;
  isPaused: boolean;
  /** Its player shows a picture, or says why it does not. */
  onSettled: () => void;
  onFullscreen: () => void;
};

const LEADING_SIZES = "(min-width: 48rem) 61vw, calc(100vw - 2rem)";
const OTHER_SIZES = "(min-width: 48rem) 37vw, calc(100vw - 2rem)";

/** One live channel on Home: player, badge, name, picture-in-picture and fullscreen. */
export function ChannelCard({
  id,
  startMode,
  isPaused,
  onSettled,
  onFullscreen,
}: ChannelCardProps) {
  const { ministry, language, embedOrigin } = useSite();
  const { live } = useMessages();
  const [savesData] = useDataSaver();
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [news, setNews] = useState(NO_NEWS);
  const channel = channelNamed(ministry.channels, id);
  const { name } = channel;
  const isLeading = id === firstChannel(ministry.channels);
  useOnSettled(news, onSettled);
  const pip = usePictureInPicture(
    frameRef,
    () =>
      `${embedOrigin || window.location.origin}${channelEmbedPath(id, language, { isTapped: true, savesData, hasConsent: hasConsent(channel) })}`,
    name,
  );

  return (
    <article aria-labelledby={`channel-${id}`} data-channel={id}>
      <ChannelPlayer
        id={id}
        frameRef={frameRef}
        sizes={isLeading ? LEADING_SIZES : OTHER_SIZES}
        startMode={startMode}
        isPaused={isPaused || pip.isInMiniWindow}
        isInCard
        isOnFirstScreen={isLeading}
        onNews={setNews}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-3">
        <h3
          id={`channel-${id}`}
          className={clsx("min-w-0 grow basis-32 font-semibold", isLeading && "lg:text-2xl")}
        >
          {isLeading ? (
            <Link to="/live-tv" className="hover:text-brand hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <div className="relative flex shrink-0">
          <IconButton label={live.pictureInPicture} className="size-11" onClick={pip.toggle}>
            <PictureInPicture2 aria-hidden className="size-5" />
          </IconButton>
          <IconButton label={live.fullscreen} className="size-11" onClick={onFullscreen}>
            <Maximize aria-hidden className="size-5" />
          </IconButton>
          <p
            role="status"
            className="pointer-events-none absolute right-0 bottom-full z-10 mb-2 w-max max-w-64"
          >
            {pip.isUnsupported && (
              <span className="block rounded-lg bg-ink px-3 py-2 text-sm text-canvas shadow-card">
                {live.pipUnsupported}
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <LiveBadge state={news.state} />
        <ChannelSubline id={id} news={news} isInMiniWindow={pip.isInMiniWindow} />
      </div>
    </article>
  );
}

/** Calls back when a player that was on its way has a picture or words in its place. */
function useOnSettled({ state }: ChannelNews, onSettled: () => void): void {
  const wasOnItsWay = useRef(false);
  useEffect(() => {
    if (state === "waiting") wasOnItsWay.current = true;
    else if (wasOnItsWay.current) onSettled();
  }, [state, onSettled]);
}

type SublineProps = { id: ChannelId; news: ChannelNews; isInMiniWindow: boolean };

/**
 * What is on now; keeps its place while the answer is on the way, two lines of it on phones. A picture lags
 * behind the clock, so beside one its own programme counts, and the server's until it has told one: a line
 * that came and went would push what stands below.
 */
function ChannelSubline({ id, news, isInMiniWindow }: SublineProps) {
  const { api } = useSite();
  const { live } = useMessages();
  const { data } = useQuery(liveQuery(api));
  const channel = channelOf(data, id);
  const title = news.title ?? channel?.title;
  const parts = [
    channel?.state === "rerun" ? live.channel247 : "",
    title ? live.nowPlaying(title) : "",
  ].filter((part) => part !== "");
  return (
    <p className="min-h-10 grow basis-40 text-sm text-ink-soft sm:min-h-5">
      {isInMiniWindow ? live.pipPlaying : parts.join(" · ")}
    </p>
  );
}
