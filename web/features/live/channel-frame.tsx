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
import { DataSaverPrompt } from "#web/ui/data-saver-prompt.tsx";
import { TapToStart } from "#web/ui/tap-to-start.tsx";
import { type PlayerStatus, NO_PLAYER_STATUS, type SetPlayerStatus } from "./player-status.ts";
import { channelEmbedPath, type ChannelStart } from "./channel-path.ts";
import { usePlayerReload, useViewerHeartbeat } from "./use-player-status.ts";

type ChannelFrameProps = {
  id: ChannelId;
  start: Omit<ChannelStart, "hasConsent" | "providerHost" | "savesData" | "isFollowed">;
  className: string;
  onPlayerStatus: SetPlayerStatus;
  /**
   * The visitor has turned the sound on or keeps it in a mini player: it is no preview any more.
   */
  onTaken?: () => void;
  /** Escape was pressed inside. */
  onEscape?: () => void;
  frameRef: RefObject<HTMLIFrameElement | null>;
};

type ChannelStageProps = ChannelFrameProps & {
  isOpen: boolean;
  /** It waits for a tap while it is not open. */
  isWaiting: boolean;
  onTap: () => void;
};

/** A channel's frame when it is open, or the button that opens it. It loads the code of both. */
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

/** The frame of a channel. After a tap it first asks whether to save data, where that matters. */
export function ChannelFrame(props: ChannelFrameProps) {
  const { ministry } = useSite();
  const frame = <OpenFrame {...props} />;
  if (props.start.isTapped !== true) return frame;
  const { isLinear } = channelNamed(ministry.channels, props.id);
  return <DataSaverPrompt price={hourEstimate(isLinear)}>{frame}</DataSaverPrompt>;
}

/**
 * The frame of a channel, which stores the consent to its provider. It becomes visible once the
 * player has something to show; when none loads, a text gives the reason.
 */
function OpenFrame({
  id,
  start,
  className,
  onPlayerStatus,
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
    onPlayerStatus({ state: "waiting", title: null });
    return () => onPlayerStatus(NO_PLAYER_STATUS);
  }, [onPlayerStatus]);

  function tell(change: Partial<PlayerStatus>) {
    if (change.state) setState(change.state);
    onPlayerStatus((playerStatus) => ({ ...playerStatus, ...change }));
  }

  function handleMessage(message: EmbedMessage) {
    if (message.t === "consent") rememberConsent(channel);
    if (message.t === "key") onEscape?.();
    if (isTakenOver(message, wasSilent.current)) {
      setWatched(true);
      onTaken?.();
    }
    if (message.t === "muted") wasSilent.current = message.on;
    if (message.t === "programme") tell({ title: message.title });
    const state = stateAfter(message);
    if (state) tell({ state });
    // The frame has content: a picture, a card, or its own play button.
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
      onProblem={(isAway) => tell({ state: isAway ? "interrupted" : "waiting" })}
    />
  );
}

type Consent = Pick<ChannelStart, "hasConsent" | "providerHost">;
type ConsentedFrameProps = Omit<ComponentProps<typeof EmbedFrame>, "path"> & {
  channel: SiteChannel;
  pathOf: (consent: Consent) => string;
};

/** A frame with the consent at its start: a later one must not reload it. */
function ConsentedFrame({ channel, pathOf, ...frame }: ConsentedFrameProps) {
  const [consent] = useState<Consent>(() => ({
    hasConsent: hasConsent(channel),
    providerHost: channel.providerHost,
  }));
  return <EmbedFrame {...frame} path={pathOf(consent)} />;
}

/**
 * Returns true when the visitor turned on the sound, or opened a small window. Before its start a
 * player reports a sound that no visitor has turned on.
 */
function isTakenOver(message: EmbedMessage, wasSilent: boolean): boolean {
  if (message.t === "muted") return wasSilent && !message.on;
  return message.t === "pip" && message.r === "entered";
}

function stateAfter(message: EmbedMessage): PlayerStatus["state"] | null {
  if (message.t === "error") return "interrupted";
  if (message.t === "blocked") return "closed";
  if (message.t !== "state") return null;
  return message.s === "playing" ? "playing" : "waiting";
}
