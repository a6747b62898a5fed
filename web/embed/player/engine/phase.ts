import type { PlaybackState } from "#shared/embed/embed-protocol.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";
import { setIconButton, ICONS } from "#web/embed/dom.ts";
import type { PlayerView } from "#web/embed/player/player-view.ts";

/** State of the player's view: `idle` before the first start, `failed` under a card. */
export type Phase = "idle" | "failed" | PlaybackState;

const EVENTS = [
  "play",
  "playing",
  "pause",
  "waiting",
  "seeking",
  "seeked",
  "canplay",
  "ended",
] as const;

export type PhaseTracker = {
  /** Set while the source opens, until the first frame. */
  setStarting(isStarting: boolean): void;
  setFailed(isFailed: boolean): void;
  current(): Phase;
};

/** Keeps the player's view, play buttons and events in step with the video element. */
export function trackPhase(
  view: PlayerView,
  texts: EmbedTexts,
  onChange: (state: PlaybackState) => void,
): PhaseTracker {
  const { root, video, play, bigPlay } = view;
  let hasStarted = false;
  let isStarting = false;
  let isFailed = false;
  let shown: Phase = "idle";

  function read(): Phase {
    if (isFailed) return "failed";
    if (isStarting) return "buffering";
    if (!hasStarted) return "idle";
    if (video.ended) return "ended";
    if (video.paused) return "paused";
    return video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? "buffering" : "playing";
  }

  function update(): void {
    const phase = read();
    if (phase === shown) return;
    shown = phase;
    root.dataset["phase"] = phase;
    const isRunning = phase === "playing" || phase === "buffering";
    const idleLabel = phase === "ended" ? texts.replay : texts.play;
    const idleIcon = phase === "ended" ? ICONS.replay : ICONS.play;
    // A focused button that disappears passes its focus on.
    if (isRunning && document.activeElement === bigPlay) play.focus();
    setIconButton(play, isRunning ? texts.pause : idleLabel, isRunning ? ICONS.pause : idleIcon);
    setIconButton(bigPlay, idleLabel, idleIcon);
    reportBuffering(view, phase === "buffering" ? texts.buffering : "");
    if (phase !== "idle" && phase !== "failed") onChange(phase);
  }

  for (const name of EVENTS) video.addEventListener(name, update);
  return {
    setStarting(value) {
      isStarting = value;
      hasStarted = true;
      update();
    },
    setFailed(value) {
      isFailed = value;
      update();
    },
    current: () => shown,
  };
}

function reportBuffering({ root }: PlayerView, text: string): void {
  const status = root.querySelector(".rp-spinner-text");
  if (status) status.textContent = text;
}
