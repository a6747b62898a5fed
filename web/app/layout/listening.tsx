import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { START_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { type NowListening, programmeEnded, stopListening } from "#web/base/audio/now-listening.ts";
import { useScreenOn } from "#web/base/speech/use-screen-on.ts";
import { AudioBar } from "#web/features/listen/audio-bar.tsx";
import { channelOf, useLive } from "#web/features/live/live.data.ts";
import { requestPicture, startPictureWhereHeard } from "#web/features/live/picture-request.ts";
import type { TvMedia } from "#shared/contracts/tv-pairing.ts";
import { PlayOnTvButton } from "#web/ui/play-on-tv-button.tsx";

/** The audio bar with the programme of its channel, and the way to its picture. */
export function Listening({ now }: { now: NowListening }) {
  const navigate = useNavigate();
  const isPast = now.heard.kind === "live" && now.position > 0;
  const programme = useProgramme(now.heard.channel, isPast);
  const { page, channel, video, title, kind } = now.heard;
  useScreenOn(kind === "voice" && now.status === "playing");
  useEndWithWindow(kind === "voice");
  const media = mediaOf(channel, video);

  function watch(to: string) {
    const { position } = now;
    if (channel !== undefined) startPictureWhereHeard(channel);
    stopListening();
    if (channel === undefined) void navigate(`${to}&${START_PARAMETER}=${position}`);
    else if (!requestPicture(channel)) void navigate(to);
  }

  return (
    <AudioBar
      now={now}
      programme={programme}
      onWatch={page === undefined ? undefined : () => watch(page)}
      television={
        page !== undefined &&
        media && (
          <PlayOnTvButton
            look="icon"
            offer={{ media, title, page, onPlay: stopListening }}
            position={isPast ? 0 : now.position}
          />
        )
      }
    />
  );
}

function mediaOf(channel: string | undefined, video: string | undefined): TvMedia | null {
  if (channel !== undefined) return { kind: "channel", id: channel };
  return video === undefined ? null : { kind: "video", id: video };
}

/** Some browsers speak on when their window has closed or reloads. */
function useEndWithWindow(isVoice: boolean): void {
  useEffect(() => {
    if (!isVoice) return;
    window.addEventListener("pagehide", stopListening);
    return () => window.removeEventListener("pagehide", stopListening);
  }, [isVoice]);
}

/** Returns a channel's programme; at its end the sleep timer may pause, unless a past one is heard. */
function useProgramme(channel: string | undefined, isPast: boolean): string | null {
  const programme = useLive(
    (status) => (channel === undefined ? null : channelOf(status, channel)?.title),
    { enabled: channel !== undefined },
  );
  const title = programme ?? null;
  const last = useRef(title);
  useEffect(() => {
    if (last.current !== null && last.current !== title && !isPast) programmeEnded();
    last.current = title;
  }, [title, isPast]);
  return title;
}
