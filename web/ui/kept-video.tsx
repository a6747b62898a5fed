import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { joinExclusivePlayback } from "#shared/embed/exclusive-playback.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { LANGUAGE_FACTS, nearestLanguage } from "#shared/languages.ts";
import { keptAddress, type KeptItem } from "#shared/media/kept-media.ts";
import { keptMessages } from "#shared/messages/kept.ts";
import { openKeptMedia } from "#web/base/kept/open-kept-media.ts";
import { useTexts } from "#web/lib/site.ts";

const REPORT_INTERVAL_S = 5;

type KeptVideoProps = {
  item: KeptItem;
  /** Start second; a change seeks. */
  startAt: number;
  /** False to wait for a tap on its controls. */
  isStarted?: boolean;
  /** Receives positions and states like those of a video's player. */
  onMessage: (message: EmbedMessage) => void;
  className?: string;
};

/** Plays a kept picture from the device, with the browser's own controls. */
export function KeptVideo(props: KeptVideoProps) {
  const { item, startAt, isStarted = true, onMessage, className } = props;
  const { url, video, captions = [] } = item;
  const texts = useTexts(keptMessages);
  const videoRef = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onMessage, startAt });
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    latest.current = { onMessage, startAt };
  });

  useEffect(() => {
    const player = videoRef.current;
    if (player && player.readyState > 0) player.currentTime = startAt;
  }, [startAt]);

  useEffect(() => {
    const player = videoRef.current;
    if (!player) return undefined;
    const media = openKeptMedia();
    const announce = joinExclusivePlayback(() => player.pause());
    const stop = new AbortController();
    const tell = (message: EmbedMessage): void => latest.current.onMessage(message);
    let reported = 0;
    let end: Promise<void> | null = null;

    function report(): void {
      if (!player || !Number.isFinite(player.duration)) return;
      reported = player.currentTime;
      tell({ v: 1, t: "time", pos: player.currentTime, dur: player.duration });
    }
    const handlers = {
      loadedmetadata() {
        player.currentTime = latest.current.startAt;
      },
      playing() {
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
    return () => {
      if (!player.paused) player.pause();
      stop.abort();
      void end?.then(() => media.moveOn(url));
    };
  }, [url]);

  useEffect(() => {
    // The tap that opened it allows sound; where it does not, the controls start it.
    if (isStarted) videoRef.current?.play().catch(() => undefined);
  }, [url, isStarted]);

  return (
    <>
      {hasFailed && (
        <p role="alert" className="px-4 py-2 text-sm text-danger">
          {texts.playFailed}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- not every file has some */}
      <video
        ref={videoRef}
        src={keptAddress(url)}
        aria-label={video.title}
        controls
        playsInline
        className={clsx("bg-black object-contain", className)}
      >
        {captions.map((one) => (
          <track
            key={one.url}
            kind="captions"
            srcLang={one.language}
            label={LANGUAGE_FACTS[nearestLanguage(one.language)].name}
            src={keptAddress(one.url)}
          />
        ))}
      </video>
    </>
  );
}
