import { type RefObject, useRef, useState } from "react";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { hourlyMegabytes } from "#shared/device/data-cost.domain.ts";
import { useMessages, useSite } from "#web/lib/site.ts";
import { optional } from "#web/ui/optional.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { TapToStart } from "#web/ui/tap-to-start.tsx";
import type { TellNews } from "./channel-news.ts";
import { useAutoStart } from "./use-auto-start.ts";

/** Loaded once the page is at rest, so that a tap finds it there even where the line has gone. */
const ChannelStage = optional(async () => (await import("./channel-frame.tsx")).ChannelStage);

type ChannelPlayerProps = {
  id: ChannelId;
  frameRef: RefObject<HTMLIFrameElement | null>;
  /** `sizes` of the poster. */
  sizes: string;
  /** Takes the frame away, so that the stream does not play twice. */
  isPaused?: boolean;
  /** Starts silent, beside another channel. */
  isPreview?: boolean;
  /** What the player says; it starts with `NO_NEWS`. */
  onNews: TellNews;
};

/** A channel's poster, replaced by its frame once the page is at rest (or at once, by a tap). */
export function ChannelPlayer({
  id,
  frameRef,
  sizes,
  isPaused = false,
  isPreview = false,
  onNews,
}: ChannelPlayerProps) {
  const { ministry, channelPosters } = useSite();
  const { live } = useMessages();
  const boxRef = useRef<HTMLDivElement>(null);
  const autoStart = useAutoStart(boxRef);
  const [isTapped, setTapped] = useState(false);
  const { name, isLinear } = channelNamed(ministry.channels, id);
  const savesData = autoStart === "tap";
  const isFramed = !isPaused && (isTapped || autoStart === "start");

  return (
    <div
      ref={boxRef}
      className="relative aspect-video overflow-hidden rounded-card bg-[#0a0716] shadow-card"
    >
      <Picture
        src={channelNamed(channelPosters, id)}
        alt=""
        sizes={sizes}
        isOnFirstScreen
        className="absolute inset-0 size-full object-cover"
      />
      {autoStart !== "waiting" && (
        <ChannelStage
          id={id}
          isOpen={isFramed}
          // Who asks for one stream hears it.
          start={{ isPreview: isPreview && !isTapped, isTapped, savesData }}
          frameRef={frameRef}
          className="absolute inset-0 size-full"
          onNews={onNews}
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
