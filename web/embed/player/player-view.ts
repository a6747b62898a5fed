import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import { element, icon, iconButton, ICONS } from "#web/embed/dom.ts";

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
