import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { keptAddress, type KeptItem } from "#shared/media/kept-media.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { positionFollower } from "#web/base/audio/position-follower.ts";
import { openKeptMedia } from "#web/base/kept/open-kept-media.ts";
import { endMiniPlayer } from "#web/base/playback/mini-player.ts";
import { storedSeconds } from "#web/base/playback/stored-positions.tsx";
import { useSite, useTexts } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

const REPORT_INTERVAL_S = 5;

type KeptPlayerProps = {
  item: KeptItem;
  /** Receives positions and states like those of a video's player. */
  onMessage: (message: EmbedMessage) => void;
  onClose: () => void;
};

/** Plays a kept picture from the device, with the browser's own controls. */
export function KeptPlayer({ item, onMessage, onClose }: KeptPlayerProps) {
  const site = useSite();
  const texts = useTexts(keptMessages);
  const { url, video } = item;
  const videoRef = useRef<HTMLVideoElement>(null);
  const onMessageRef = useRef(onMessage);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    onMessageRef.current = onMessage;
  });

  useEffect(() => {
    const player = videoRef.current;
    if (!player) return undefined;
    const media = openKeptMedia();
    const startAt = storedSeconds(video.id);
    const follower = positionFollower(site, video.id, (message) => onMessageRef.current(message));
    const announce = joinExclusivePlayback(() => player.pause());
    const stop = new AbortController();
    let begun: Promise<void> | null = null;
    let reported = startAt;
    let end: Promise<void> | null = null;

    function tell(message: EmbedMessage): void {
      begun ??= follower.begin(startAt);
      void begun.then(() => follower.tell(message));
    }
    function report(): void {
      if (!player || !Number.isFinite(player.duration)) return;
      reported = player.currentTime;
      tell({ v: 1, t: "time", pos: player.currentTime, dur: player.duration });
    }
    const handlers = {
      loadedmetadata() {
        player.currentTime = startAt;
      },
      playing() {
        endMiniPlayer();
        announce();
        tell({ v: 1, t: "state", s: "playing" });
      },
      timeupdate() {
        if (Math.abs(player.currentTime - reported) >= REPORT_INTERVAL_S) report();
      },
      pause() {
        report();
        tell({ v: 1, t: "state", s: "paused" });
      },
      ended() {
        tell({ v: 1, t: "state", s: "ended" });
        end ??= media.markEnded(url);
      },
      error: () => setFailed(true),
    };
    for (const [type, handle] of Object.entries(handlers)) {
      player.addEventListener(type, handle, { signal: stop.signal });
    }
    // The tap that opened it allows sound; where it does not, the controls start it.
    player.play().catch(() => undefined);
    return () => {
      if (!player.paused) player.pause();
      stop.abort();
      void end?.then(() => media.moveOn(url));
    };
  }, [site, url, video.id]);

  return (
    <Dialog
      label={video.title}
      className="dark m-0 flex h-dvh max-h-none w-full max-w-none flex-col bg-canvas text-ink"
      onClose={onClose}
    >
      <div className="flex items-center gap-3 p-2 pl-4">
        <p lang={video.language} className="min-w-0 grow truncate font-semibold">
          {video.title}
        </p>
        <IconButton label={texts.close} className="size-11" onClick={onClose}>
          <X aria-hidden className="size-6" />
        </IconButton>
      </div>
      {hasFailed && (
        <p role="alert" className="px-4 pb-2 text-sm text-danger">
          {texts.playFailed}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the kept file has none */}
      <video
        ref={videoRef}
        src={keptAddress(url)}
        controls
        playsInline
        className="min-h-0 w-full grow bg-black object-contain"
      />
    </Dialog>
  );
}
