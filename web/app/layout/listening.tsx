import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { START_PARAMETER } from "#web/features/videos/use-video-modal.ts";
import { type NowListening, programmeEnded, stopListening } from "#web/base/audio/now-listening.ts";
import { AudioBar } from "#web/features/listen/audio-bar.tsx";
import { channelOf, useLive } from "#web/features/live/live.data.ts";
import { requestPicture } from "#web/features/live/picture-request.ts";
import type { TvMedia } from "#shared/contracts/tv-pairing.ts";
import { PlayOnTvButton } from "#web/ui/play-on-tv-button.tsx";

/** The audio bar with the programme of its channel, and the way to its picture. */
export function Listening({ now }: { now: NowListening }) {
  const navigate = useNavigate();
  const programme = useProgramme(now.heard.channel);
  const { page, channel, video, title } = now.heard;
  const media = mediaOf(channel, video);

  function watch(to: string) {
    const { position } = now;
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
            position={now.position}
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

/** Returns a channel's programme; at its end the sleep timer may pause. */
function useProgramme(channel: string | undefined): string | null {
  const programme = useLive(
    (status) => (channel === undefined ? null : channelOf(status, channel)?.title),
    { enabled: channel !== undefined },
  );
  const title = programme ?? null;
  const last = useRef(title);
  useEffect(() => {
    if (last.current !== null && last.current !== title) programmeEnded();
    last.current = title;
  }, [title]);
  return title;
}
