import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import { element, icon, iconButton, ICONS, setIconButton } from "#web/embed/dom.ts";
import type { PlaybackState } from "#shared/embed/embed-protocol.ts";
import type { EmbedTexts } from "#shared/messages/embed.ts";

/** The player's elements. */
export type PlayerView = {
  root: HTMLElement;
  video: HTMLVideoElement;
  kicker: HTMLElement;
  title: HTMLElement;
  detail: HTMLElement;
  /** The large button over the video: play, or play again. */
  bigPlay: HTMLButtonElement;
  hint: HTMLElement;
  /** "Tap for sound". */
  sound: HTMLButtonElement;
  play: HTMLButtonElement;
  /** "Live", or "back to live". */
  live: HTMLButtonElement;
  liveText: HTMLElement;
  time: HTMLElement;
  bar: HTMLElement;
  /** Container of the buttons on the right. */
  tools: HTMLElement;
};

/** Creates the player's elements without behaviour. */
export function createPlayerView({
  texts,
  title,
  poster,
  source,
  isInCard,
  isNamed,
}: PlayerConfig): PlayerView {
  const video = element("video", {
    class: "rp-video",
    playsinline: true,
    preload: "none",
    poster: poster ?? false,
    "aria-label": title,
  });
  const kicker = element("p", { class: "rp-kicker", hidden: true }, [texts.onAirNow]);
  const titleText = element("p", { class: "rp-title" }, [title]);
  const detail = element("p", { class: "rp-detail" });
  const bigPlay = iconButton("big-play rp-big", texts.play, ICONS.play);
  const hint = element("p", { class: "rp-hint", hidden: true });
  const spinner = element("div", { class: "rp-spinner", role: "status" }, [
    element("span", { class: "rp-ring", "aria-hidden": "true" }),
    element("span", { class: "rp-spinner-text" }),
  ]);
  const sound = element("button", { type: "button", class: "rp-sound", hidden: true }, [
    icon(ICONS.muted),
    texts.tapForSound,
  ]);
  const play = iconButton("rp-button rp-play", texts.play, ICONS.play);
  const liveText = element("span", {}, [texts.live]);
  const live = element("button", { type: "button", class: "rp-live" }, [
    element("span", { class: "rp-dot", "aria-hidden": "true" }),
    liveText,
  ]);
  const time = element("span", { class: "rp-time" });
  // "Live" makes no sense before the first frame.
  live.hidden = true;
  time.hidden = source.kind !== "file";
  const tools = element("div", { class: "rp-tools" });
  const bar = element("div", { class: "rp-bar" }, [
    element("div", { class: "rp-row" }, [play, live, time, tools]),
  ]);
  const root = element(
    "section",
    {
      class: ["rp", isInCard && "is-in-card", isNamed && "is-named"].filter(Boolean).join(" "),
      "aria-label": texts.player,
      "data-phase": "idle",
    },
    [
      video,
      element("div", { class: "rp-shade", "aria-hidden": "true" }),
      element("header", { class: "rp-head" }, [kicker, titleText, detail]),
      element("div", { class: "rp-middle" }, [bigPlay, hint, spinner]),
      sound,
      bar,
    ],
  );
  return {
    root,
    video,
    kicker,
    title: titleText,
    detail,
    bigPlay,
    hint,
    sound,
    play,
    live,
    liveText,
    time,
    bar,
    tools,
  };
}

/** State of the player's view: `idle` before the first start, `failed` under a card. */
type Phase = "idle" | "failed" | PlaybackState;

const EVENTS = [
  "play",
  "playing",
  "pause",
  "waiting",
  "seeking",
  "seeked",
  "canplay",
  "ended",
  "ratechange",
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
    // A live stream waits at rate 0 until enough is buffered.
    const isWaiting =
      video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA || video.playbackRate === 0;
    return isWaiting ? "buffering" : "playing";
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
