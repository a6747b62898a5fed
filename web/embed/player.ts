import type { PlayerConfig, PlayerSource } from "#shared/embed/embed-config.ts";
import { type ParentLink, connectParent } from "./parent-messenger.ts";
import type { Playback } from "./player/engine/playback.ts";
import { type DataEstimate, hourEstimate } from "#shared/device/data-estimate.domain.ts";
import { isDataDear, priceText, waitsForTap } from "./data-saver.ts";
import type { KeyAction } from "./keyboard.domain.ts";
import { handleForwardedKey, handleKeyboard } from "./keys.ts";
import { watchChannel, embedConfigText } from "./embed-page.ts";
import {
  hideControlsWhenIdle,
  handlePointer,
  watchVisibility,
} from "./player/controls/visibility.ts";
import type { NoticeOptions } from "./player/fallback-notice.ts";
import { announceNowPlaying, handleMediaKeys } from "./player/media-session.ts";
import { addPlayerControls } from "./player/controls/player-controls.ts";
import { PlayerSession } from "./player/player-session.ts";
import { createPlayerView } from "./player/player-view.ts";
import { createRemoteControl } from "./player/controls/remote-control.ts";
import { seekTo } from "./player/controls/seek-bar.ts";
import "./player.css";

const REPORT_INTERVAL_MS = 1_000;

/** Reports transferred bytes to the parent page, which keeps the count. */
function reportData(playback: Playback, parent: ParentLink): void {
  let reportedBytes = 0;
  window.setInterval(() => {
    const bytes = Math.round(playback.movedBytes());
    if (bytes > reportedBytes) parent.send({ v: 1, t: "moved", bytes: bytes - reportedBytes });
    reportedBytes = bytes;
  }, REPORT_INTERVAL_MS);
}

/** Interval of position reports during playback. */
const REPORT_INTERVAL_SECONDS = 5;

/** Reports the position to the parent page; a live stream has no length. */
function reportTime(video: HTMLVideoElement, hasEnd: boolean, parent: ParentLink): void {
  let reportedAt = Number.NEGATIVE_INFINITY;

  function report(): void {
    reportedAt = video.currentTime;
    const isKnown = hasEnd && Number.isFinite(video.duration);
    parent.send({ v: 1, t: "time", pos: video.currentTime, dur: isKnown ? video.duration : 0 });
  }

  video.addEventListener("timeupdate", () => {
    if (Math.abs(video.currentTime - reportedAt) >= REPORT_INTERVAL_SECONDS) report();
  });
  for (const name of ["pause", "seeked", "ended"]) video.addEventListener(name, report);
}

/**
 * Mounts our own player. There is one in a frame: it handles the frame's keys and talks to the
 * parent page.
 */
function mountPlayer(mount: HTMLElement, config: PlayerConfig): void {
  const { texts, source, title, artist, poster } = config;
  const hasEnd = source.kind === "file";
  const view = createPlayerView(config);
  const { root, video } = view;
  const parent = connectParent(config.parentOrigins, (command) => {
    if (command.c === "key") handleForwardedKey(command.key, handleKeyAction);
    else remote.handleCommand(command);
  });
  watchChannel(config.follow);
  const session = new PlayerSession(view, config, parent);
  const { playback } = session;
  const controls = addPlayerControls({ view, config, playback, parent });
  const remote = createRemoteControl({ video, session, controls, parent });
  const awake = hideControlsWhenIdle(root, video);

  for (const button of [view.bigPlay, view.play]) {
    button.addEventListener("click", () => session.togglePlay());
  }
  view.sound.addEventListener("click", () => session.turnSoundOn());
  handlePointer(video, {
    onTap: () => (session.isPreview ? session.turnSoundOn() : awake.toggle()),
    onClick: () => (session.isPreview ? session.turnSoundOn() : session.togglePlay()),
    onDoubleClick: () => void controls.fullscreen.toggle(),
  });
  function handleKeyAction(action: KeyAction): void {
    awake.wake();
    remote.handleKeyAction(action);
  }
  handleKeyboard(handleKeyAction);
  handleMediaKeys(video, {
    play: () => session.play(),
    pause: () => session.pause(),
    ...(hasEnd && { seekTo: (seconds: number) => seekTo(video, seconds) }),
  });
  announceNowPlaying({ title, artist, artwork: poster });
  reportTime(video, hasEnd, parent);
  reportData(playback, parent);
  if (config.failedChannel) void showFallbackNotice(root, texts, config.failedChannel);
  mount.replaceChildren(root);
  remote.handleCommand({ v: 1, c: "hello" });

  if (waitsForTap(config)) {
    const saver = isDataDear(config, navigator) ? `${texts.dataSaver} ` : "";
    view.hint.textContent = saver + priceText(texts, config.language, priceOf(source));
    view.hint.hidden = false;
    parent.send({ v: 1, t: "blocked" });
  } else {
    startWhenSeen(session, root, config.shouldAutoplay);
  }
}

/** Code of its own: a channel seldom fails. Without the notice its fallback plays the same. */
async function showFallbackNotice(...options: NoticeOptions): Promise<void> {
  const loaded = await import("./player/fallback-notice.ts").catch(() => null);
  loaded?.showFallbackNotice(...options);
}

function priceOf(source: PlayerSource): DataEstimate {
  return source.kind === "file"
    ? { bytes: source.bytes, of: "whole", isKnown: true }
    : hourEstimate(source.kind === "linear");
}

/** Starts the player when it first becomes visible, if it may start by itself. */
function startWhenSeen(session: PlayerSession, root: HTMLElement, mayStart: boolean): void {
  let isWaiting = mayStart;
  watchVisibility(root, (isVisible) => {
    if (isWaiting && isVisible) {
      isWaiting = false;
      if (session.phase.current() === "idle") void session.start(true);
    } else {
      session.handleVisibility(isVisible);
    }
  });
}

/**
 * Our own player as a script: it finds its mount element and its settings in the page, like other
 * providers' players.
 */
const config: PlayerConfig = JSON.parse(embedConfigText());
const mount = document.querySelector<HTMLElement>("[data-player]");
if (mount) mountPlayer(mount, config);
