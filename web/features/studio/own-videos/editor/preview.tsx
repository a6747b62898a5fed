import { Play } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { StudioOwnVideo } from "#shared/contracts/own-videos.ts";
import { ownVideoEditorMessages } from "#shared/messages/studio/own-video-editor.ts";
import { StudioCard } from "#web/features/studio/kit/studio-page.tsx";
import { previewUrl } from "#web/features/studio/own-videos/use-own-videos.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type PreviewProps = { video: StudioOwnVideo; player: RefObject<HTMLVideoElement | null> };

/** Plays what is published. Loads nothing before it is started, because data costs. */
export function Preview({ video, player }: PreviewProps) {
  const { preview: texts } = useTexts(ownVideoEditorMessages);
  const [isStarted, setStarted] = useState(false);
  return (
    <StudioCard title={texts.title}>
      {video.state === "ready" ? (
        <div className="relative aspect-video overflow-hidden rounded-xl bg-black">
          {isStarted ? (
            <Player key={video.revision} video={video} player={player} />
          ) : (
            <button
              type="button"
              aria-label={texts.play}
              onClick={() => setStarted(true)}
              className="absolute inset-0 flex size-full items-center justify-center"
            >
              {video.hasPoster && (
                <img
                  src={previewUrl(video, "poster.webp")}
                  alt=""
                  className="absolute inset-0 size-full object-cover opacity-70"
                />
              )}
              <span className={buttonStyle("brand", "relative")}>
                <Play aria-hidden className="size-4" />
                {texts.play}
              </span>
            </button>
          )}
        </div>
      ) : (
        <p className="text-ink-soft">{texts.later}</p>
      )}
    </StudioCard>
  );
}

function Player({ video, player }: PreviewProps) {
  const { preview: texts } = useTexts(ownVideoEditorMessages);
  const [isFailed, setFailed] = useState(false);
  const playlist = previewUrl(video, "index.m3u8");
  const file = previewUrl(video, video.hasPicture ? "video.mp4" : "sound.m4a");
  const attached = useRef(0);

  useEffect(() => {
    const element = player.current;
    if (element === null) return undefined;
    attached.current += 1;
    const mine = attached.current;
    let detach = (): void => undefined;
    const isCurrent = (): boolean => attached.current === mine;
    /** A file plays everywhere, but starts later. */
    const playFile = (): void => {
      if (isCurrent() && element.getAttribute("src") !== file) element.src = file;
    };
    async function attach(): Promise<void> {
      const { attachHls } = await import("./attach-hls.ts");
      if (element !== null && isCurrent()) detach = attachHls(element, playlist, playFile);
    }
    attach().catch(playFile);
    return () => {
      attached.current += 1;
      detach();
      element.removeAttribute("src");
      element.load();
    };
  }, [player, playlist, file]);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are what this page adds */}
      <video
        ref={player}
        aria-label={texts.title}
        controls
        autoPlay
        playsInline
        onError={() => setFailed(true)}
        onPlaying={() => setFailed(false)}
        className="absolute inset-0 size-full"
      />
      {isFailed && (
        <p role="alert" className="absolute inset-x-0 top-0 bg-surface p-3 text-sm">
          {texts.failed}
        </p>
      )}
    </>
  );
}
