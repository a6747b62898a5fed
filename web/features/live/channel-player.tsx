import { clsx } from "clsx";
import { type RefObject, useRef, useState } from "react";
import type { EmbedMessage } from "#shared/embed-protocol.ts";
import type { ChannelId } from "#shared/channels.ts";
import { hourlyMegabytes } from "#shared/data-cost.domain.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { Picture } from "#web/ui/picture.tsx";
import { TapToStart } from "#web/ui/tap-to-start.tsx";
import { ChannelFrame } from "./channel-frame.tsx";
import { useAutoStart } from "./use-auto-start.ts";

type ChannelPlayerProps = {
  id: ChannelId;
  frameRef: RefObject<HTMLIFrameElement | null>;
  /** `sizes` of the poster. */
  sizes: string;
  /** Takes the frame away, so that the stream does not play twice. */
  isPaused?: boolean;
  /** Starts silent, beside another channel. */
  isPreview?: boolean;
};

/** A channel's poster, replaced by its frame once the page is at rest (or at once, by a tap). */
export function ChannelPlayer({
  id,
  frameRef,
  sizes,
  isPaused = false,
  isPreview = false,
}: ChannelPlayerProps) {
  const { ministry, channelPosters } = useSite();
  const { live } = useMessages();
  const boxRef = useRef<HTMLDivElement>(null);
  const autoStart = useAutoStart(boxRef);
  const [isTapped, setTapped] = useState(false);
  const [isShown, setShown] = useState(false);
  const { name, isLinear } = ministry.channels[id];
  const savesData = autoStart === "tap";
  const isFramed = !isPaused && (isTapped || autoStart === "start");

  function handleMessage(message: EmbedMessage) {
    // Anything that the frame has to show: a picture, a card, or its own play button.
    if (message.t === "ready" || message.t === "error" || message.t === "blocked") setShown(true);
    if (message.t === "state" && message.s === "playing") setShown(true);
  }

  return (
    <div
      ref={boxRef}
      className="relative aspect-video overflow-hidden rounded-card bg-[#0a0716] shadow-card"
    >
      <Picture
        src={channelPosters[id]}
        alt=""
        sizes={sizes}
        isOnFirstScreen
        className="absolute inset-0 size-full object-cover"
      />
      {isFramed && (
        <ChannelFrame
          id={id}
          start={{
            // Who asks for one stream hears it.
            isPreview: isPreview && !isTapped,
            isTapped,
            savesData,
          }}
          frameRef={frameRef}
          onMessage={handleMessage}
          className={clsx(
            "absolute inset-0 size-full transition-opacity duration-500",
            isShown ? "opacity-100" : "opacity-0",
          )}
        />
      )}
      {!isFramed && !isPaused && savesData && (
        <TapToStart
          label={live.watch(name)}
          hint={live.dataSaver(hourlyMegabytes(isLinear))}
          onTap={() => setTapped(true)}
        />
      )}
    </div>
  );
}
