import { memo, useRef, useState } from "react";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { useSite, useMessages } from "#web/lib/site.ts";
import { clsx } from "clsx";
import { Link } from "#web/ui/link.tsx";
import { LiveBadge } from "./live-badge.tsx";
import { badgeState, type PlayerStatus, NO_PLAYER_STATUS } from "./player-status.ts";
import { ChannelPlayer } from "./channel-player.tsx";
import { useChannelStatus } from "./live.data.ts";
import { optional } from "#web/ui/optional.tsx";
import type { StartMode } from "./use-auto-start.ts";

type ChannelCardProps = {
  id: ChannelId;
  /** It is the large one. */
  isLeading: boolean;
  startMode: StartMode;
  isPaused: boolean;
  onFullscreen: (id: ChannelId) => void;
};

/** What does nothing without scripts; its space is reserved from the start. */
const loadControls = () => import("./channel-controls.tsx");
const ChannelControls = optional(async () => (await loadControls()).ChannelControls);
const ChannelNote = optional(async () => (await loadControls()).ChannelNote);

const LEADING_SIZES = "(min-width: 64rem) 61vw, 94vw";
const OTHER_SIZES = "(min-width: 48rem) 46vw, 94vw";

/**
 * One live channel on Home: player, badge, name, picture-in-picture and fullscreen. Memoized: after the start only the
 * leading one renders again.
 */
export const ChannelCard = memo(function ChannelCard(props: ChannelCardProps) {
  const { id, isLeading, startMode, isPaused, onFullscreen } = props;
  const { ministry } = useSite();
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [playerStatus, setPlayerStatus] = useState(NO_PLAYER_STATUS);
  const status = useChannelStatus(id);
  const { name } = channelNamed(ministry.channels, id);
  const [isInMiniWindow, setInMiniWindow] = useState(false);

  return (
    // On a phone in landscape its picture is at most as high as the window.
    <article
      aria-labelledby={`channel-${id}`}
      data-channel={id}
      className="short:max-w-[calc(100dvh*16/9)]"
    >
      <ChannelPlayer
        id={id}
        frameRef={frameRef}
        sizes={isLeading ? LEADING_SIZES : OTHER_SIZES}
        startMode={startMode}
        isPaused={isPaused || isInMiniWindow}
        isInCard
        isOnFirstScreen={isLeading}
        onPlayerStatus={setPlayerStatus}
      />
      {/* No ancestor of the player is a container: in older browsers its corner would be in it. */}
      <div className="@container mt-3 flex flex-wrap items-center gap-x-3">
        <h3
          id={`channel-${id}`}
          className={clsx(
            "grow-99 basis-32 leading-[1.5rem] font-semibold",
            isLeading && "lg:text-2xl",
          )}
        >
          {isLeading ? (
            <Link to="/live-tv" className="hover:text-brand hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {/* As large as its buttons, to avoid a layout shift. In a narrow card it stands last. */}
        <div className="relative order-1 my-1 -mr-2.5 flex min-h-11 min-w-0 grow basis-90 flex-wrap @min-[32rem]:order-none">
          <ChannelControls
            id={id}
            frameRef={frameRef}
            isInMiniWindow={isInMiniWindow}
            onMiniWindow={setInMiniWindow}
            onFullscreen={() => onFullscreen(id)}
          />
        </div>
        <div className="mt-1 flex w-full flex-wrap items-start gap-x-3">
          <LiveBadge state={badgeState(playerStatus, status)} />
          <ChannelSubline
            id={id}
            isLeading={isLeading}
            playerStatus={playerStatus}
            isInMiniWindow={isInMiniWindow}
          />
        </div>
      </div>
    </article>
  );
});

type SublineProps = {
  id: ChannelId;
  isLeading: boolean;
  playerStatus: PlayerStatus;
  isInMiniWindow?: boolean;
};

/**
 * The channel's state and current programme. It reserves its space for any title, one line in the
 * large card and two in narrow ones: otherwise the content below would move. The picture of our own
 * channels lags behind the clock, so next to their player only the programme that it reports counts.
 */
export function ChannelSubline({ id, isLeading, playerStatus, isInMiniWindow }: SublineProps) {
  const status = useChannelStatus(id);
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
      className={clsx(
        "mt-0.5 line-clamp-2 min-h-10 grow basis-40 text-sm text-ink-soft",
        isLeading && "sm:line-clamp-1 sm:min-h-5",
      )}
    >
      {!isInMiniWindow && <ChannelNote id={id} isAlone={text === ""} />}
      {text}
    </p>
  );
}
