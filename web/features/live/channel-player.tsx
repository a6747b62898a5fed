import { clsx } from "clsx";
import { type RefObject, useRef, useState } from "react";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { SetPlayerStatus } from "./player-status.ts";
import { type StartMode, useAutoStart } from "./use-auto-start.ts";

/** Loaded when the page is idle, so that a later tap works even offline. */
const ChannelStage = optional(async () => (await import("./channel-frame.tsx")).ChannelStage);

type ChannelPlayerProps = {
  id: ChannelId;
  frameRef: RefObject<HTMLIFrameElement | null>;
  /** `sizes` of the poster. */
  sizes: string;
  startMode: StartMode;
  /** Removes the frame, so that the stream does not play twice. */
  isPaused?: boolean;
  /** It is in a card that names it. */
  isInCard?: boolean;
  /** The poster is on the first screen. */
  isOnFirstScreen?: boolean;
  /** Receives the player's status, initially `NO_STATUS`. */
  onPlayerStatus: SetPlayerStatus;
};

/** A channel's poster, replaced by its frame once it may start by itself (or at once, by a tap). */
export function ChannelPlayer({
  id,
  frameRef,
  sizes,
  startMode,
  isPaused = false,
  isInCard = false,
  isOnFirstScreen = true,
  onPlayerStatus,
}: ChannelPlayerProps) {
  const { channelPosters } = useSite();
  const boxRef = useRef<HTMLDivElement>(null);
  const isStarted = useAutoStart(boxRef, startMode);
  const [isTapped, setTapped] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const isFramed = !isPaused && (isTapped || isTaken || isStarted);

  return (
    <div
      ref={boxRef}
      className={clsx(
        "relative aspect-video overflow-hidden rounded-card bg-[#0a0716] shadow-card",
        // On a phone in landscape the picture is as high as the window (live-tv-page.tsx).
        !isInCard && "mx-auto short:max-w-[calc(100dvh*16/9)]",
      )}
    >
      <Picture
        src={channelNamed(channelPosters, id)}
        alt=""
        sizes={sizes}
        isOnFirstScreen={isOnFirstScreen}
        className="absolute inset-0 size-full object-cover"
      />
      {(isFramed || isStarted || startMode === "tap") && (
        <ChannelStage
          id={id}
          isOpen={isFramed}
          isWaiting={!isPaused && startMode === "tap"}
          onTap={() => setTapped(true)}
          // A requested stream has sound.
          start={{ isPreview: !isTapped, isInCard, isNamed: !isInCard, isTapped }}
          frameRef={frameRef}
          className="absolute inset-0 size-full"
          onPlayerStatus={onPlayerStatus}
          onTaken={() => setTaken(true)}
        />
      )}
    </div>
  );
}
