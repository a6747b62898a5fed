import type { PlaybackProblem } from "#shared/live/playback-problem.domain.ts";
import { playbackProblemMessages } from "#shared/messages/playback-problem.ts";
import { useTexts } from "#web/lib/site.ts";
import { buttonStyle } from "./button-style.ts";

type FrameTroubleProps = { trouble: PlaybackProblem; onRetry: () => void };

/** Reason for an empty player frame, shown by the page because the player never loaded. */
export function FrameTrouble({ trouble, onRetry }: FrameTroubleProps) {
  const texts = useTexts(playbackProblemMessages);
  const [title, text] =
    trouble === "offline"
      ? [texts.offlineTitle, texts.offlineText]
      : trouble === "server"
        ? [texts.serverTitle, texts.serverText]
        : [texts.slowTitle, texts.slowText];
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-[#0a0716] p-4 text-center text-white"
    >
      <p className="text-lg font-bold sm:text-2xl">{title}</p>
      <p className="max-w-prose text-sm">{text}</p>
      <button type="button" className={buttonStyle("brand")} onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </div>
  );
}
