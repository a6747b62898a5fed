import { Maximize, PictureInPicture2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { PIP_TOOLTIP_MS } from "#shared/constants.ts";
import { clockText } from "#shared/clock-text.ts";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { NetworkIconButton } from "#web/ui/needs-network.tsx";
import { PlayOnTvButton } from "#web/ui/play-on-tv-button.tsx";
import { ChannelListen } from "./channel-sound.tsx";
import { useChannelStatus } from "./live.data.ts";
import type { ChannelStatus } from "./player-status.ts";

type ChannelControlsProps = {
  id: ChannelId;
  frameRef: RefObject<HTMLIFrameElement | null>;
  /** True while the stream plays in its own mini window. */
  isInMiniWindow: boolean;
  onMiniWindow: (isOpen: boolean) => void;
  onFullscreen: () => void;
};

type ChannelOnTvProps = { id: ChannelId; look: "narrow" | "icon"; className?: string };

/** Shows a channel on a television. */
export function ChannelOnTv({ id, look, className = "" }: ChannelOnTvProps) {
  const { name } = channelNamed(useSite().ministry.channels, id);
  const page = `/live-tv?channel=${id}`;
  return (
    <PlayOnTvButton
      offer={{ media: { kind: "channel", id }, title: name, page }}
      look={look}
      className={className}
    />
  );
}

/** The sound of a channel on Home, television, picture-in-picture and fullscreen. */
export function ChannelControls(props: ChannelControlsProps) {
  const texts = useTexts(liveTvMessages);
  const { isUnsupported, toggle } = usePictureInPicture(props);
  return (
    <>
      <div className="mr-auto">
        <ChannelListen id={props.id} />
      </div>
      {/* The narrowest phones have it on the channel's page alone: a second line would shift. */}
      <ChannelOnTv id={props.id} look="icon" className="max-[23.5rem]:hidden" />
      <NetworkIconButton label={texts.pictureInPicture} onClick={toggle}>
        <PictureInPicture2 aria-hidden className="size-5" />
      </NetworkIconButton>
      <NetworkIconButton label={texts.fullscreen} onClick={props.onFullscreen}>
        <Maximize aria-hidden className="size-5" />
      </NetworkIconButton>
      <p
        role="status"
        className="pointer-events-none absolute right-0 bottom-full z-10 mb-2 w-max max-w-64"
      >
        {isUnsupported && (
          <span className="block rounded-lg bg-ink px-3 py-2 text-sm text-canvas shadow-card">
            {texts.pipUnsupported}
          </span>
        )}
      </p>
    </>
  );
}

type PictureInPicture = {
  /** True for about 1.6 s after the browser could not do it. */
  isUnsupported: boolean;
  toggle: () => void;
};

/**
 * Picture-in-picture of a framed channel, by the first way that works: the player in the frame asks
 * the browser, then a Document Picture-in-Picture window opens the embed page, then a tooltip says
 * that it is not supported.
 */
function usePictureInPicture(props: ChannelControlsProps): PictureInPicture {
  const { id, frameRef, isInMiniWindow, onMiniWindow } = props;
  const site = useSite();
  const [savesData] = useDataSaver();
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
      const channel = { id, site, savesData, onChange: onMiniWindow };
      miniWindow.current = await enterPictureInPicture(frameRef.current, channel);
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

  return { isUnsupported, toggle };
}

/**
 * What the badge does not say of a channel's state, and the viewer count, where there is one.
 * @param isAlone nothing follows on its line.
 */
export function ChannelNote({ id, isAlone }: { id: ChannelId; isAlone: boolean }) {
  const text = useNoteText(useChannelStatus(id));
  return text && text + (isAlone ? "" : " · ");
}

function useNoteText(channel: ChannelStatus | null): string | null {
  const { language } = useSite();
  const texts = useTexts(liveTvMessages);
  const { instead, state } = channel ?? {};
  if (instead?.why === "down" || instead?.why === "silent") {
    const time = clockText(instead.since ?? "", language);
    return instead.why === "down"
      ? texts.fallbackSourceDown(time)
      : texts.fallbackSourceSilent(time);
  }
  const count = channel?.watching ?? null;
  const watching =
    count === null ? [] : [texts.watching(count.toLocaleString(LANGUAGE_FACTS[language].locale))];
  if (state === "live") return [texts.onAirNow, ...watching].join(" · ");
  if (watching.length > 0) return watching.join("");
  return state === "down" ? texts.noSignal : null;
}
