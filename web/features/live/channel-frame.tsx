import { useTexts, useSite } from "#web/lib/site.ts";
import { clsx } from "clsx";
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from "react";
import { hourEstimate } from "#shared/device/data-estimate.domain.ts";
import type { SiteChannel } from "#shared/contracts/site.ts";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { useDataSaver } from "#web/base/data-saver/data-saver.ts";
import { hasConsent, rememberConsent } from "#web/base/playback/player-consents.ts";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { SaverOffer } from "#web/ui/data-saver-prompt.tsx";
import { TapToStart } from "#web/ui/tap-to-start.tsx";
import { type PlayerStatus, NO_NEWS, type TellNews } from "./player-status.ts";
import { channelEmbedPath, type ChannelStart } from "./channel-path.ts";
import { usePlayerReload, useViewerHeartbeat } from "./use-player-status.ts";

type ChannelFrameProps = {
  id: ChannelId;
  start: Omit<ChannelStart, "hasConsent" | "providerHost" | "savesData" | "isFollowed">;
  className: string;
  onNews: TellNews;
  /** The visitor has turned its sound on or keeps it in a mini player: it is no preview any more. */
  onTaken?: () => void;
  /** Escape was pressed inside. */
  onEscape?: () => void;
  frameRef: RefObject<HTMLIFrameElement | null>;
};

type ChannelStageProps = ChannelFrameProps & {
  isOpen: boolean;
  /** While it is not open it waits for a tap. */
  isWaiting: boolean;
  onTap: () => void;
};

/**
 * A channel's frame while it is open, or the button that opens it. Without either, its code is there
 * all the same.
 */
export function ChannelStage({ isOpen, isWaiting, onTap, ...frame }: ChannelStageProps) {
  const { ministry } = useSite();
  const texts = useTexts(liveTvMessages);
  const { name, isLinear } = channelNamed(ministry.channels, frame.id);
  if (isOpen) return <ChannelFrame {...frame} />;
  return (
    isWaiting && (
      <TapToStart label={texts.watch(name)} price={hourEstimate(isLinear)} onTap={onTap} />
    )
  );
}

/** The frame of a channel. Who taps to get it is asked first whether to save data, where that matters. */
export function ChannelFrame(props: ChannelFrameProps) {
  const { ministry } = useSite();
  const frame = <OpenFrame {...props} />;
  if (props.start.isTapped !== true) return frame;
  const { isLinear } = channelNamed(ministry.channels, props.id);
  return <SaverOffer price={hourEstimate(isLinear)}>{frame}</SaverOffer>;
}

/**
 * The frame of a channel, which remembers the provider that the visitor has let in. It is seen, and can
 * be pressed, once the player has something to show; where none comes, words say why.
 */
function OpenFrame({
  id,
  start,
  className,
  onNews,
  onTaken,
  onEscape,
  frameRef,
}: ChannelFrameProps) {
  const { ministry, language } = useSite();
  const [savesData] = useDataSaver();
  const channel = channelNamed(ministry.channels, id);
  const [isShown, setShown] = useState(false);
  const wasSilent = useRef(false);
  const [state, setState] = useState<PlayerStatus["state"]>("waiting");
  const loads = usePlayerReload(id, state);
  const [isWatched, setWatched] = useState(start.isPreview !== true || start.isInCard !== true);
  // A silent preview in a card has no viewer yet; on Live TV it has.
  useViewerHeartbeat(id, isWatched && state === "playing");

  useEffect(() => {
    onNews({ state: "waiting", title: null });
    return () => onNews(NO_NEWS);
  }, [onNews]);

  function tell(change: Partial<PlayerStatus>) {
    if (change.state) setState(change.state);
    onNews((news) => ({ ...news, ...change }));
  }

  function handleMessage(message: EmbedMessage) {
    if (message.t === "consent") rememberConsent(channel);
    if (message.t === "key") onEscape?.();
    if (isTaking(message, wasSilent.current)) {
      setWatched(true);
      onTaken?.();
    }
    if (message.t === "muted") wasSilent.current = message.on;
    if (message.t === "programme") tell({ title: message.title });
    const state = stateAfter(message);
    if (state) tell({ state });
    // Anything that the frame has to show: a picture, a card, or its own play button.
    if (message.t === "ready" || (state && state !== "waiting")) setShown(true);
  }

  return (
    <ConsentedFrame
      key={loads}
      channel={channel}
      pathOf={(consent) =>
        channelEmbedPath(id, language, { ...start, ...consent, savesData, isFollowed: true })
      }
      title={channel.name}
      className={clsx(
        className,
        "transition-opacity duration-500",
        isShown ? "opacity-100" : "pointer-events-none opacity-0",
      )}
      frameRef={frameRef}
      onMessage={handleMessage}
      onTrouble={(isAway) => tell({ state: isAway ? "interrupted" : "waiting" })}
    />
  );
}

type Consent = Pick<ChannelStart, "hasConsent" | "providerHost">;
type ConsentedFrameProps = Omit<ComponentProps<typeof EmbedFrame>, "path"> & {
  channel: SiteChannel;
  pathOf: (consent: Consent) => string;
};

/** A frame with the consent as it was at its start: one that is given now must not load it anew. */
function ConsentedFrame({ channel, pathOf, ...frame }: ConsentedFrameProps) {
  const [consent] = useState<Consent>(() => ({
    hasConsent: hasConsent(channel),
    providerHost: channel.providerHost,
  }));
  return <EmbedFrame {...frame} path={pathOf(consent)} />;
}

/**
 * Whether somebody took to the player: its sound was turned on, or it was put into a small window.
 * Before it starts, a player tells of a sound that nobody has turned on.
 */
function isTaking(message: EmbedMessage, wasSilent: boolean): boolean {
  if (message.t === "muted") return wasSilent && !message.on;
  return message.t === "pip" && message.r === "entered";
}

function stateAfter(message: EmbedMessage): PlayerStatus["state"] | null {
  if (message.t === "error") return "interrupted";
  if (message.t === "blocked") return "closed";
  if (message.t !== "state") return null;
  return message.s === "playing" ? "playing" : "waiting";
}
