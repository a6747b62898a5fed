import { Headphones } from "lucide-react";
import {
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from "react";
import { type ChannelId, channelNamed } from "#shared/live/channels.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import {
  type PlayerStatus,
  type ChannelStatus,
  NO_PLAYER_STATUS,
  type SetPlayerStatus,
} from "./player-status.ts";
import { channelOf, useLive } from "./live.data.ts";
import { useIsRealtime } from "./realtime-connection.ts";
import { useDataSaver, useIsSavingData } from "#web/base/data-saver/data-saver.ts";
import { clsx } from "clsx";
import type { SiteChannel } from "#shared/contracts/site.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { liveTvMessages } from "#shared/messages/live-tv.ts";
import type { EmbedCommand, EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { playSound } from "#web/base/audio/audio-player.ts";
import { stopListening } from "#web/base/audio/now-listening.ts";
import { endMiniPlayer, useHasMiniPlayer, useHasSound } from "#web/base/playback/mini-player.ts";
import { hasConsent, rememberConsent } from "#web/base/playback/player-consents.ts";
import { CornerBar, cornerStyle, useIsAway } from "#web/ui/corner.tsx";
import { EmbedFrame } from "#web/ui/embed-frame.tsx";
import { DataSaverPrompt, TapToStart } from "#web/ui/player-prompts.tsx";
import { channelEmbedPath, type ChannelStart } from "./channel-path.ts";
import { useChannelMedia } from "./channel-sound.tsx";
import { useViewerHeartbeat } from "./use-viewer-heartbeat.ts";
import {
  notePictureMoment,
  startPictureWhereHeard,
  takePictureStart,
  usePictureRequest,
} from "./picture-request.ts";

/** With the server's own second, an open player changes its source within 5 s. */
const POLL_INTERVAL_MS = 3_500;

/**
 * Returns a number that grows when a channel's player must reload: its source has changed, or it
 * shows an error (and would retry only later) while its channel is on air again.
 */
export function usePlayerReload(id: ChannelId, state: PlayerStatus["state"]): number {
  const options = useIsRealtime() ? {} : { refetchInterval: POLL_INTERVAL_MS };
  const channel = useLive((status) => channelOf(status, id), options) ?? null;
  const [loads, setLoads] = useState(0);
  const lastRef = useRef(channel);

  useEffect(() => {
    const last = lastRef.current;
    if (channel === null) return;
    lastRef.current = channel;
    if (last === null) return;
    const { source } = channel;
    const hasMoved = last.source && source && last.source !== source;
    const hasReturned = !isOnAir(last) && isOnAir(channel) && state === "interrupted";
    if (hasMoved || hasReturned) setLoads((count) => count + 1);
  }, [channel, state]);

  return loads;
}

function isOnAir({ state }: ChannelStatus): boolean {
  return state === "live" || state === "rerun";
}

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
  /** The visitor has closed it in the corner. */
  onClose?: () => void;
  frameRef: RefObject<HTMLIFrameElement | null>;
};

type ChannelStageProps = ChannelFrameProps & {
  isOpen: boolean;
  /** It waits for a tap while it is not open. */
  isWaiting: boolean;
  onTap: () => void;
};

/**
 * A channel's frame when it is open, or the button that opens it. It loads the code of both. While
 * a video plays in the corner or sound in the audio bar, a silent preview waits; a picture with its
 * sound ends when the audio bar starts. While data is saved, the button starts the sound alone.
 */
export function ChannelStage({ isOpen, isWaiting, onTap, ...frame }: ChannelStageProps) {
  const { id, start } = frame;
  const site = useSite();
  const texts = useTexts(liveTvMessages);
  const listen = useTexts(listenMessages);
  const { name } = channelNamed(site.ministry.channels, id);
  const { sound, soundPrice, picturePrice } = useChannelMedia(id);
  const savesData = useIsSavingData();
  const hasSound = useHasSound();
  const [isEnded, setEnded] = useState(false);
  const isPreview = start.isPreview === true;
  const isHeldBack = useHasMiniPlayer() && isPreview;
  if (hasSound && isOpen && !isPreview && !isEnded) setEnded(true);

  function openPicture() {
    if (hasSound) {
      startPictureWhereHeard(id);
      stopListening();
    }
    setEnded(false);
    onTap();
  }
  usePictureRequest(id, openPicture);

  if (isOpen && !isHeldBack && !isEnded) {
    return <ChannelFrame {...frame} onClose={() => setEnded(true)} />;
  }
  if (!isWaiting && !isHeldBack && !isEnded) return null;
  if (savesData && sound && !hasSound) {
    return (
      <TapToStart
        label={listen.listenTo(name)}
        price={soundPrice}
        action={{ mark: <Headphones aria-hidden className="size-5" />, text: listen.listen }}
        onTap={() => playSound(site, sound)}
      />
    );
  }
  return <TapToStart label={texts.watch(name)} price={picturePrice} onTap={openPicture} />;
}

/** The frame of a channel. After a tap it first asks whether to save data, where that matters. */
export function ChannelFrame(props: ChannelFrameProps) {
  const { picturePrice } = useChannelMedia(props.id);
  const frame = <OpenFrame {...props} />;
  if (props.start.isTapped !== true) return frame;
  return <DataSaverPrompt price={picturePrice}>{frame}</DataSaverPrompt>;
}

/**
 * The frame of a channel, which stores the consent to its provider. It becomes visible once the
 * player has something to show; when none loads, a text gives the reason. Scrolled out of view while
 * it plays with sound, it continues in the corner.
 */
function OpenFrame({
  id,
  start,
  className,
  onPlayerStatus,
  onTaken,
  onEscape,
  onClose,
  frameRef,
}: ChannelFrameProps) {
  const { ministry, language, embedOrigin } = useSite();
  const [savesData] = useDataSaver();
  const channel = channelNamed(ministry.channels, id);
  const [isShown, setShown] = useState(false);
  const wasSilent = useRef(false);
  const [state, setState] = useState<PlayerStatus["state"]>("waiting");
  const loads = usePlayerReload(id, state);
  const [isPreview, setPreview] = useState(start.isPreview === true);
  // A silent preview in a card has no viewer yet; on Live TV it has.
  useViewerHeartbeat(id, state === "playing" && !(isPreview && start.isInCard === true));
  const placeRef = useRef<HTMLDivElement>(null);
  // Unlike the state, also while more loads.
  const [isPlaying, setPlaying] = useState(false);
  // Paused in the corner, where it can go on.
  const [isHeld, setHeld] = useState(false);
  const isAway = useIsAway(placeRef);
  const isCornerFree = !useHasMiniPlayer();
  const isInCorner = isAway && !isPreview && (isPlaying || (isHeld && isCornerFree));

  useEffect(() => {
    onPlayerStatus({ state: "waiting", title: null });
    return () => {
      notePictureMoment(id, 0);
      takePictureStart(id);
      onPlayerStatus(NO_PLAYER_STATUS);
    };
  }, [id, onPlayerStatus]);

  function tell(change: Partial<PlayerStatus>) {
    if (change.state) setState(change.state);
    onPlayerStatus((playerStatus) => ({ ...playerStatus, ...change }));
  }

  /** Notes where the picture is, and starts it where its sound was. */
  function followMoment(message: EmbedMessage) {
    if (message.t === "moment") notePictureMoment(id, message.ms);
    if (message.t !== "broadcast" || !message.on) return;
    const ms = takePictureStart(id);
    if (ms !== 0) send({ v: 1, c: "moment", ms });
  }

  function send(command: EmbedCommand) {
    frameRef.current?.contentWindow?.postMessage(command, embedOrigin || window.location.origin);
  }

  function togglePlay() {
    setHeld(true);
    send({ v: 1, c: isPlaying ? "pause" : "play" });
  }

  function handleMessage(message: EmbedMessage) {
    if (message.t === "consent") rememberConsent(channel);
    if (message.t === "key") onEscape?.();
    if (isTakenOver(message, wasSilent.current)) {
      setPreview(false);
      onTaken?.();
    }
    if (message.t === "muted") wasSilent.current = message.on;
    if (message.t === "programme") tell({ title: message.title });
    if (message.t === "broadcast") tell({ isBroadcast: message.on });
    followMoment(message);
    followState(message);
  }

  function followState(message: EmbedMessage) {
    if (message.t === "state" && message.s !== "buffering") setPlaying(message.s === "playing");
    const state = stateAfter(message);
    if (state) tell({ state });
    if (state === "playing") setHeld(false);
    if (state === "playing" && start.isPreview !== true) endMiniPlayer();
    // The frame has content: a picture, a card, or its own play button.
    if (message.t === "ready" || (state && state !== "waiting")) setShown(true);
  }

  return (
    <div ref={placeRef} className={className}>
      <ChannelPicture
        channel={channel}
        isInCorner={isInCorner}
        isPlaying={isPlaying}
        onToggle={togglePlay}
        onBackUp={() => placeRef.current?.scrollIntoView({ block: "center" })}
        onClose={onClose}
      >
        <ConsentedFrame
          key={loads}
          channel={channel}
          pathOf={(consent) =>
            channelEmbedPath(id, language, { ...start, ...consent, savesData, isFollowed: true })
          }
          title={channel.name}
          className={clsx(
            "size-full [transition:opacity_0.5s]",
            isShown ? "opacity-100" : "pointer-events-none opacity-0",
          )}
          frameRef={frameRef}
          onMessage={handleMessage}
          onProblem={(isAway) => tell({ state: isAway ? "interrupted" : "waiting" })}
        />
      </ChannelPicture>
    </div>
  );
}

type ChannelPictureProps = {
  channel: SiteChannel;
  isInCorner: boolean;
  isPlaying: boolean;
  onToggle: () => void;
  onBackUp: () => void;
  onClose: (() => void) | undefined;
  children: ReactNode;
};

/** The same elements in place and in the corner: a frame that moves in the document loads again. */
function ChannelPicture(props: ChannelPictureProps) {
  const { channel, isInCorner, isPlaying, onToggle, onBackUp, onClose, children } = props;
  const texts = useTexts(liveTvMessages);
  return (
    <div
      className={isInCorner ? "video-corner" : "size-full"}
      style={cornerStyle(channel.providerHost === null)}
      {...(isInCorner && { role: "region", "aria-label": channel.name, "data-mini-player": "" })}
    >
      <div className={isInCorner ? "video-place" : "size-full"}>
        <div inert={isInCorner} className="size-full">
          {children}
        </div>
        {isInCorner && (
          <button
            type="button"
            aria-label={texts.backUp}
            className="video-overlay"
            onClick={onBackUp}
          />
        )}
      </div>
      {isInCorner && (
        <CornerBar
          name={channel.name}
          isPlaying={isPlaying}
          onToggle={onToggle}
          closeLabel={texts.closePlayer}
          onClose={onClose}
        />
      )}
    </div>
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
