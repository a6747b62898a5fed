import type { EmbedTexts } from "#shared/messages/embed.ts";
import { iconButton, setIconButton, ICONS } from "#web/embed/dom.ts";
import type { Programme, ProgrammeGuide } from "#shared/contracts/programme-guide.ts";
import { type Captions, createCaptions } from "./captions.ts";
import { announceNowPlaying } from "#web/embed/player/media-session.ts";
import { createQualityMenu, createSpeedMenu } from "./settings-menus.ts";
import { createSeekBar, seekWindow, timeText, videoTimeline } from "./seek-bar.ts";
import type { ControlsOptions, PlayerControls, ScreenMode } from "./controls-contract.ts";
import { createVolumeControl } from "./volume-control.ts";

/** Older names of these functions on iPhones. */
type AppleVideo = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void;
  webkitSupportsPresentationMode?: (mode: string) => boolean;
  webkitSetPresentationMode?: (mode: string) => void;
};

/** Fullscreen of the whole player, or of the video alone where only that is possible. */
function createFullscreen(root: HTMLElement, video: AppleVideo, texts: EmbedTexts): ScreenMode {
  const isWhole = document.fullscreenEnabled;
  if (!isWhole && !video.webkitEnterFullscreen) {
    return { button: null, toggle: () => Promise.resolve(false) };
  }
  const button = iconButton("rp-button rp-full", texts.fullscreen, ICONS.fullscreen);

  async function toggle(): Promise<boolean> {
    try {
      if (!isWhole) video.webkitEnterFullscreen?.();
      else if (document.fullscreenElement) await document.exitFullscreen();
      else {
        await root.requestFullscreen();
        await turnSideways();
      }
      return true;
    } catch {
      return false;
    }
  }

  button.addEventListener("click", () => void toggle());
  document.addEventListener("fullscreenchange", () => {
    const isOn = document.fullscreenElement !== null;
    setIconButton(
      button,
      isOn ? texts.exitFullscreen : texts.fullscreen,
      isOn ? ICONS.exitFullscreen : ICONS.fullscreen,
    );
  });
  return { button, toggle };
}

/** Rotates the screen of phones; does nothing where that is not possible. */
async function turnSideways(): Promise<void> {
  const orientation: Partial<Pick<ScreenOrientation, "lock">> = screen.orientation;
  await orientation.lock?.("landscape").catch(() => undefined);
}

/**
 * The browser's picture-in-picture. @param onChange called when the mini player opens or closes by
 * any means.
 */
function createPictureInPicture(
  video: AppleVideo,
  texts: EmbedTexts,
  onChange: (isOn: boolean) => void,
): ScreenMode {
  const isApple = video.webkitSupportsPresentationMode?.("picture-in-picture") === true;
  if (!document.pictureInPictureEnabled && !isApple) {
    return { button: null, toggle: () => Promise.resolve(false) };
  }
  const button = iconButton("rp-button rp-pip", texts.pictureInPicture, ICONS.pip);

  async function toggle(): Promise<boolean> {
    try {
      if (document.pictureInPictureElement) await document.exitPictureInPicture();
      else if (document.pictureInPictureEnabled) await video.requestPictureInPicture();
      else video.webkitSetPresentationMode?.("picture-in-picture");
      return true;
    } catch {
      return false;
    }
  }

  function show(isOn: boolean): void {
    setIconButton(button, isOn ? texts.exitPictureInPicture : texts.pictureInPicture, ICONS.pip);
    onChange(isOn);
  }
  button.addEventListener("click", () => void toggle());
  video.addEventListener("enterpictureinpicture", () => show(true));
  video.addEventListener("leavepictureinpicture", () => show(false));
  return { button, toggle };
}

const LOOK_INTERVAL_MS = 1_000;
/** Delay before a guide that failed is requested again. */
const RETRY_DELAY_MS = 5_000;

/**
 * Reports the programme that the viewer sees, by the wall clock of the shown frame: it lags some
 * ten seconds behind, and the device's clock may be wrong.
 */
function watchProgramme(options: {
  guideUrl: string;
  playingAtMs: () => number | null;
  onChange: (programme: Programme, playingAtMs: number) => void;
}): void {
  const { guideUrl, playingAtMs, onChange } = options;
  let known: Programme[] = [];
  let shownStart = "";
  let askedAtMs = -RETRY_DELAY_MS;

  async function ask(): Promise<void> {
    // One request at a time, even if it hangs.
    askedAtMs = Number.POSITIVE_INFINITY;
    try {
      const guide: ProgrammeGuide = await (await fetch(guideUrl)).json();
      known = [...guide.previous, guide.now, ...guide.next].filter((entry) => entry !== null);
    } catch {
      // The stream plays without a guide; it is requested again.
    }
    askedAtMs = performance.now();
  }

  function look(): void {
    const atMs = playingAtMs();
    if (atMs === null) {
      shownStart = "";
      return;
    }
    const programme = known.find(
      ({ start, end }) => Date.parse(start) <= atMs && atMs < Date.parse(end),
    );
    if (programme && programme.start !== shownStart) {
      shownStart = programme.start;
      onChange(programme, atMs);
    }
    const isDue = performance.now() - askedAtMs >= RETRY_DELAY_MS;
    if (!programme && isDue) void ask();
  }

  window.setInterval(look, LOOK_INTERVAL_MS);
}

/** Adds the controls that source and browser support. */
export function addPlayerControls(options: ControlsOptions): PlayerControls {
  const { view, config, parent } = options;
  const { root, video, play, tools } = view;
  const { texts, language, source } = config;
  const captions = createCaptions(video, texts, language, (selected) =>
    parent.send({ v: 1, t: "captions", language: selected }),
  );
  const fullscreen = createFullscreen(root, video, texts);
  const pip = createPictureInPicture(video, texts, (isOn) =>
    parent.send({ v: 1, t: "pip", r: isOn ? "entered" : "left" }),
  );
  play.after(createVolumeControl(video, texts));
  const quality = createQualityMenu({ ...options, ...config, video });
  tools.append(captions.element, quality.element);
  if (source.kind === "file") {
    captions.useClipTracks(source.captions);
    tools.append(createSpeedMenu(video, texts, language));
  }
  for (const { button } of [pip, fullscreen]) if (button) tools.append(button);
  followTime(options);
  if (source.kind === "linear") showProgramme(options, source.guide, captions);
  const controls = { captions, quality, fullscreen, pip, timeline: videoTimeline(video) };
  if (source.kind !== "file" && source.broadcasts !== undefined) {
    void addLater(options, controls, source.broadcasts);
  }
  return controls;
}

/** Controls of broadcasts are code of their own. Without them the channel still plays. */
async function addLater(
  options: ControlsOptions,
  controls: PlayerControls,
  path: string,
): Promise<void> {
  const loaded = await import("#web/embed/player/broadcast/broadcast-controls.ts").catch(
    () => null,
  );
  loaded?.addBroadcastControls(options, controls, path);
}

/** Seek bar, time and the "back to live" button. */
function followTime({ view, config, playback }: ControlsOptions): void {
  const { video, bar, time, live, liveText } = view;
  const { texts } = config;
  const seekBar = createSeekBar(video, texts);
  bar.prepend(seekBar.element);
  live.addEventListener("click", () => {
    playback.goLive();
    void video.play().catch(() => undefined);
  });

  function update(): void {
    seekBar.update();
    const range = seekWindow(video);
    time.textContent = range
      ? `${timeText(video.currentTime - range.start)} / ${timeText(range.end - range.start)}`
      : "";
    live.hidden = config.source.kind === "file" || video.played.length === 0;
    const isBehind = !playback.isAtLiveEdge() || (video.paused && video.currentTime > 0);
    live.classList.toggle("is-behind", isBehind);
    liveText.textContent = isBehind ? texts.goLive : texts.live;
  }
  const names = [
    "timeupdate",
    "progress",
    "durationchange",
    "seeking",
    "pause",
    "playing",
  ] as const;
  for (const name of names) video.addEventListener(name, update);
}

/** Title, lock screen and captions of a linear channel's current programme. */
function showProgramme(options: ControlsOptions, guideUrl: string, captions: Captions): void {
  const { view, config, playback, parent } = options;
  watchProgramme({
    guideUrl,
    playingAtMs: () =>
      view.root.classList.contains("is-broadcast") ? null : playback.playingAtMs(),
    onChange(programme, atMs) {
      view.kicker.hidden = false;
      view.title.textContent = programme.title;
      view.detail.textContent = programme.reference;
      parent.send({ v: 1, t: "programme", title: programme.title });
      announceNowPlaying({
        title: programme.title,
        artist: config.artist,
        artwork: programme.poster,
      });
      const shownSeconds = (atMs - Date.parse(programme.start)) / 1000;
      captions.useProgramme(programme, view.video.currentTime - shownSeconds);
    },
  });
}
