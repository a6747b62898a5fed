import { clsx } from "clsx";
import { useState } from "react";
import { Pause, Play, SkipBack, SkipForward, Smartphone, Volume1, Volume2 } from "lucide-react";
import { playOnTvMessages, type PlayOnTvTexts } from "#shared/messages/devices/play-on-tv.ts";
import { listenMessages } from "#shared/messages/listen.ts";
import { momentText } from "#shared/videos/video-duration.domain.ts";
import { SKIP_BACK_S, SKIP_FORWARD_S } from "#web/base/audio/media-session.ts";
import { useSite, useTexts } from "#web/lib/site.ts";
import { useNow } from "#web/lib/use-now.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SeekLine, SkipButton } from "#web/ui/seek-controls.tsx";
import { positionNow } from "./position-now.domain.ts";
import type { Television } from "./use-television.ts";

type RemoteProps = {
  television: Television;
  /** Goes on here, at a second; absent where this device does not know the page. */
  onContinue: ((seconds: number) => void) | undefined;
};

/** The remote control of the television: what plays there, and its controls. */
export function Remote({ television, onContinue }: RemoteProps) {
  const texts = useTexts(playOnTvMessages);
  const { report, failure, send, disconnect } = television;
  const position = usePosition(television);
  const duration = report?.duration ?? 0;
  const isOpen = report !== null && report.state !== "idle";
  const seekTo = (seconds: number) =>
    send({ do: "seek-to", position: seconds }, { position: seconds });

  return (
    <div className="grid gap-6">
      <div>
        {isOpen && <p className="text-lg leading-snug font-semibold">{report.title}</p>}
        <p role="status" className="mt-1 text-sm text-ink-soft">
          {stateText(television, texts)}
        </p>
        <p role="alert" className="mt-1 text-sm text-danger empty:hidden">
          {failure && texts.failures[failure]}
        </p>
      </div>
      {isOpen && duration > 0 && (
        <div>
          <SeekLine position={position} duration={duration} onSeek={seekTo} />
          <p
            aria-hidden
            className="flex justify-between text-xs text-ink-soft even-figures sm:hidden"
          >
            <span>{momentText(position)}</span>
            <span>{momentText(duration)}</span>
          </p>
        </div>
      )}
      <MainControls television={television} position={position} />
      {report?.hasVolume === true && <VolumeButtons send={send} />}
      <div className="flex flex-wrap gap-2 *:grow">
        {isOpen && onContinue && (
          <button type="button" className={buttonStyle()} onClick={() => onContinue(position)}>
            <Smartphone aria-hidden className="size-4" />
            {texts.continueHere}
          </button>
        )}
        <button type="button" className={buttonStyle("quiet")} onClick={disconnect}>
          {texts.disconnect}
        </button>
      </div>
    </div>
  );
}

/** Play or pause, between the skips of a video and the other channels. */
function MainControls({ television, position }: { television: Television; position: number }) {
  const { ministry } = useSite();
  const texts = useTexts(playOnTvMessages);
  const { report, send } = television;
  const hasChannels = Object.keys(ministry.channels).length > 1;
  const canSeek = report !== null && report.duration > 0;
  const skip = (seconds: number) =>
    send({ do: "seek-by", seconds }, { position: Math.max(0, position + seconds) });
  return (
    <div className="flex items-center justify-center gap-2">
      {hasChannels && (
        <IconButton
          label={texts.previousChannel}
          className="size-12"
          onClick={() => send({ do: "channel", step: -1 })}
        >
          <SkipBack aria-hidden className="size-6" />
        </IconButton>
      )}
      {canSeek && <SkipButton seconds={-SKIP_BACK_S} skip={skip} className="size-12" />}
      {report && report.state !== "idle" && <PlayButton television={television} />}
      {canSeek && <SkipButton seconds={SKIP_FORWARD_S} skip={skip} className="size-12" />}
      {hasChannels && (
        <IconButton
          label={texts.nextChannel}
          className="size-12"
          onClick={() => send({ do: "channel", step: 1 })}
        >
          <SkipForward aria-hidden className="size-6" />
        </IconButton>
      )}
    </div>
  );
}

function VolumeButtons({ send }: Pick<Television, "send">) {
  const texts = useTexts(playOnTvMessages);
  return (
    <div className="flex justify-center gap-4">
      <IconButton label={texts.quieter} onClick={() => send({ do: "volume", step: -1 })}>
        <Volume1 aria-hidden className="size-5" />
      </IconButton>
      <IconButton label={texts.louder} onClick={() => send({ do: "volume", step: 1 })}>
        <Volume2 aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}

function PlayButton({ television: { report, send } }: { television: Television }) {
  const texts = useTexts(listenMessages);
  const isRunning = report?.state === "playing" || report?.state === "loading";
  const Icon = isRunning ? Pause : Play;
  return (
    <IconButton
      label={isRunning ? texts.pause : texts.play}
      className="size-16 bg-brand text-on-brand hover:bg-brand-strong hover:text-on-brand"
      onClick={() =>
        isRunning
          ? send({ do: "pause" }, { state: "paused" })
          : send({ do: "resume" }, { state: "playing" })
      }
    >
      <Icon aria-hidden className={clsx("size-7", !isRunning && "ml-1")} />
    </IconButton>
  );
}

/** Returns the position of the television now, in whole seconds. */
function usePosition({ report, source }: Television): number {
  const now = useNow() ?? 0;
  const [told, setTold] = useState({ source, at: now });
  if (told.source !== source) setTold({ source, at: now });
  return report ? positionNow(report, Math.max(0, now - told.at)) : 0;
}

function stateText({ report, isAway }: Television, texts: PlayOnTvTexts): string {
  if (isAway) return texts.away;
  return report ? texts.states[report.state] : texts.connected;
}
