import { type RefObject, useEffect, useRef, useState } from "react";
import { PIP_TOOLTIP_MS } from "#shared/constants.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useSite, useMessages } from "#web/lib/site.ts";
import { useQuery } from "@tanstack/react-query";
import { Maximize, PictureInPicture2 } from "lucide-react";
import { clsx } from "clsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { LiveBadge } from "#web/ui/live-badge.tsx";
import {
  badgeState,
  type PlayerStatus,
  type ChannelStatus,
  NO_PLAYER_STATUS,
} from "./player-status.ts";
import { ChannelPlayer } from "./channel-player.tsx";
import { channelOf, liveQuery } from "./live.data.ts";
import { optional } from "#web/ui/optional.tsx";
import type { StartMode } from "./use-auto-start.ts";

type PictureInPicture = {
  /** True while the stream plays in its own mini window. */
  isInMiniWindow: boolean;
  /** True for about 1.6 s after the browser could not do it. */
  isUnsupported: boolean;
  toggle: () => void;
};

/**
 * Picture-in-picture of a framed channel, by the first way that works: the player in the frame asks
 * the browser, then a Document Picture-in-Picture window opens the embed page, then a tooltip says
 * that it is not supported.
 */
function usePictureInPicture(
  id: ChannelId,
  frame: RefObject<HTMLIFrameElement | null>,
): PictureInPicture {
  const site = useSite();
  const [savesData] = useDataSaver();
  const [isInMiniWindow, setInMiniWindow] = useState(false);
  const [isUnsupported, setUnsupported] = useState(false);
  const miniWindow = useRef<Window | null>(null);
  const tooltipTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      clearTimeout(tooltipTimer.current);
      miniWindow.current?.close();
    },
    [],
  );

  async function enter() {
    try {
      // Loaded on first use; a user activation lasts about five seconds.
      const { enterPictureInPicture } = await import("./picture-in-picture.ts");
      const channel = { id, site, savesData, onChange: setInMiniWindow };
      miniWindow.current = await enterPictureInPicture(frame.current, channel);
    } catch {
      // No Document Picture-in-Picture here, or the browser rejected: the tooltip says so.
      setUnsupported(true);
      clearTimeout(tooltipTimer.current);
      tooltipTimer.current = setTimeout(() => setUnsupported(false), PIP_TOOLTIP_MS);
    }
  }

  function toggle() {
    if (isInMiniWindow) miniWindow.current?.close();
    else void enter();
  }

  return { isInMiniWindow, isUnsupported, toggle };
}

type ChannelCardProps = {
  id: ChannelId;
  /** It is the large one. */
  isLeading: boolean;
  startMode: StartMode;
  isPaused: boolean;
  onFullscreen: () => void;
};

/** Its line is reserved from the start. */
const ChannelNote = optional(async () => (await import("./channel-note.tsx")).ChannelNote);

const LEADING_SIZES = "(min-width: 48rem) 61vw, calc(100vw - 2rem)";
const OTHER_SIZES = "(min-width: 48rem) 37vw, calc(100vw - 2rem)";

/** One live channel on Home: player, badge, name, picture-in-picture and fullscreen. */
export function ChannelCard(props: ChannelCardProps) {
  const { id, isLeading, startMode, isPaused, onFullscreen } = props;
  const { api, ministry } = useSite();
  const { live } = useMessages();
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [playerStatus, setPlayerStatus] = useState(NO_PLAYER_STATUS);
  const status = channelOf(useQuery(liveQuery(api)).data, id);
  const { name } = channelNamed(ministry.channels, id);
  const pip = usePictureInPicture(id, frameRef);

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
        onPlayerStatus={setPlayerStatus}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-3">
        <div className="relative grow basis-32 pb-5">
          <h3
            id={`channel-${id}`}
            className={clsx("leading-[1.5rem] font-semibold", isLeading && "lg:text-2xl")}
          >
            {isLeading ? (
              <Link to="/live-tv" className="hover:text-brand hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <ChannelNote id={id} />
        </div>
        <div className="relative flex">
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
        <LiveBadge state={badgeState(playerStatus, status)} />
        <ChannelSubline
          status={status}
          playerStatus={playerStatus}
          isInMiniWindow={pip.isInMiniWindow}
        />
      </div>
    </article>
  );
}

type SublineProps = {
  status: ChannelStatus | null;
  playerStatus: PlayerStatus;
  isInMiniWindow: boolean;
};

/**
 * The current programme. It reserves its space, two lines on phones, for any title: otherwise the
 * content below would move. The picture of our own channels lags behind the clock, so next to their
 * player only the programme that it reports counts.
 */
function ChannelSubline({ status, playerStatus, isInMiniWindow }: SublineProps) {
  const { live } = useMessages();
  const isAhead = status?.state === "rerun" && playerStatus.state !== "closed";
  const title = playerStatus.title ?? (isAhead ? null : status?.title);
  const parts = [
    status?.state === "rerun" ? live.channel247 : "",
    title ? live.nowPlaying(title) : "",
  ].filter((part) => part !== "");
  const text = isInMiniWindow ? live.pipPlaying : parts.join(" · ");
  return (
    <p
      title={text}
      className="line-clamp-2 min-h-10 grow basis-40 text-sm text-ink-soft sm:min-h-5"
    >
      {text}
    </p>
  );
}
