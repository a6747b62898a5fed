import type { TvState } from "#shared/contracts/tv-pairing.ts";
import type { TvPlayerTexts } from "#shared/messages/devices/tv.ts";
import type { PastPlace } from "./broadcast-past.ts";
import { make, openStage, type Programme, type Stage } from "./stage.ts";
import type { RemoteAction } from "./remote-control.domain.ts";

const SEEK_STEP_SECONDS = 10;
/** Delays before a failed programme is restarted. */
const RESTART_DELAYS_MS = [30_000, 60_000, 120_000];
const LONGEST_RESTART_MS = 120_000;
/** Duration of title and help over a playing picture. */
const HELP_SHOWN_MS = 5_000;
/** A live picture is some seconds behind its edge. */
const LIVE_BEHIND_SECONDS = 15;

/** What the player shows. */
export type PlayerStatus = {
  /** Null while it is closed. */
  programme: Programme | null;
  state: TvState;
  /** Seconds; a duration of 0 cannot be sought. */
  position: number;
  duration: number;
  hasVolume: boolean;
};

export type Player = {
  isOpen(): boolean;
  status(): PlayerStatus;
  /** Id of the channel on the screen, or "". */
  channel(): string;
  /** @param neighbours programmes for Up and Down; empty for a video. */
  open(programme: Programme, neighbours: readonly Programme[]): void;
  /**
   * A channel has another programme now: switches when it is on the screen, and stores it for
   * later.
   */
  change(programme: Programme): void;
  close(): void;
  /** Handles a key; Back is the page's own. */
  handleAction(action: RemoteAction): void;
  seekTo(seconds: number): void;
  /** @param step 1 for louder, -1 for quieter. */
  changeVolume(step: number): void;
  /** Shows whether a phone controls the player. */
  showPhone(isControlled: boolean): void;
};

/**
 * The full-screen player. It takes focus as a whole, so that every key reaches the page and not a
 * frame inside it. @param onStatus called when its state changes.
 */
export function createPlayer(
  texts: TvPlayerTexts,
  onBack: () => void,
  onStatus: (state: TvState) => void,
): Player {
  const root = make(
    "div",
    { class: "player", role: "dialog", "aria-modal": "true", "aria-labelledby": "player-title" },
    document.body,
  );
  root.tabIndex = -1;
  root.hidden = true;
  const screen = make("div", { class: "player-screen" }, root);
  const status = make("p", { class: "player-status", role: "status" }, root);
  const bar = make("div", { class: "player-bar" }, root);
  const phone = make("p", { class: "player-phone" }, bar);
  phone.textContent = texts.controlled;
  phone.hidden = true;
  const title = make("p", { class: "player-title", id: "player-title" }, bar);
  const progress = make("div", { class: "player-progress" }, bar);
  const done = make("div", { class: "player-done" }, progress);
  const clock = make("p", { class: "player-clock" }, bar);
  const choices = make("div", { class: "player-choices" }, bar);
  const beginning = make("button", { class: "player-choice", type: "button" }, choices);
  beginning.textContent = texts.fromBeginning;
  const live = make("button", { class: "player-choice", type: "button" }, choices);
  live.textContent = texts.goLive;
  const hint = make("p", { class: "player-hint" }, bar);
  const back = make("button", { class: "player-back", type: "button" }, root);
  back.textContent = texts.back;

  let stage: Stage | null = null;
  let current: Programme | null = null;
  let channels: readonly Programme[] = [];
  let hasFailed = false;
  let helpTimer = 0;
  let restartTimer = 0;
  let restarts = 0;
  let state: TvState = "idle";
  let position = 0;
  let duration = 0;

  function say(text: string, next: TvState): void {
    status.textContent = text;
    state = next;
    onStatus(next);
  }

  function showHelp(): void {
    root.classList.add("is-helping");
    window.clearTimeout(helpTimer);
    helpTimer = window.setTimeout(() => {
      root.classList.remove("is-helping");
      leaveChoices();
    }, HELP_SHOWN_MS);
  }

  function restart(): void {
    if (hasFailed && current && !root.hidden) start(current);
  }

  function start(programme: Programme): void {
    window.clearTimeout(restartTimer);
    stage?.close();
    current = programme;
    hasFailed = false;
    position = programme.start;
    duration = 0;
    title.textContent = programme.title;
    done.style.width = "0";
    showPlace(programme, null);
    stage = openStage(screen, programme, {
      onLoading: () => say(texts.loading, "loading"),
      onPlaying() {
        restarts = 0;
        say("", "playing");
      },
      onPaused: () => say(texts.paused, "paused"),
      onRefused: () => say(texts.refused, "refused"),
      onEnded: onBack,
      onOff: (words) => say(words, "off"),
      onFailed() {
        hasFailed = true;
        say(texts.failed, "failed");
        const delayMs = RESTART_DELAYS_MS[restarts++] ?? LONGEST_RESTART_MS;
        restartTimer = window.setTimeout(restart, delayMs);
      },
      onTime(seconds, length, place) {
        position = seconds;
        duration = length;
        if (length > 0) done.style.width = `${(seconds / length) * 100}%`;
        showPlace(programme, place);
      },
    });
    showHelp();
  }

  /** Shows what can be done, and the place in a broadcast. */
  function showPlace({ kind, language }: Programme, place: PastPlace | null): void {
    progress.hidden = kind !== "file" && place === null;
    for (const part of [clock, choices]) part.hidden = place === null;
    setText(hint, hintOf(kind, place !== null));
    if (place) setText(clock, clockOf(place, language));
    else leaveChoices();
  }

  function hintOf(kind: Programme["kind"], isBroadcast: boolean): string {
    const isOneOfMany = channels.length > 1;
    if (kind === "file") return texts.fileHint;
    if (isBroadcast) return isOneOfMany ? texts.broadcastChannelHint : texts.broadcastHint;
    return isOneOfMany ? texts.channelHint : texts.frameHint;
  }

  function clockOf({ span, atMs, isLive }: PastPlace, language: string): string {
    const behind = Math.max(0, (span.endMs - atMs) / 1000);
    const time = new Date(atMs).toLocaleTimeString(language, {
      hour: "numeric",
      minute: "2-digit",
    });
    const isAtEdge = isLive && behind < LIVE_BEHIND_SECONDS;
    return `${time} · ${isAtEdge ? texts.live : texts.behind.replace("{time}", lengthText(behind))}`;
  }

  function leaveChoices(): void {
    if (choices.contains(document.activeElement)) root.focus();
  }

  /** Handles a key on the buttons of a broadcast. Returns true when it was used. */
  function handleChoice(action: RemoteAction): boolean {
    const isOnChoices = choices.contains(document.activeElement);
    if (!isOnChoices) {
      if (action !== "down" || choices.hidden) return false;
      beginning.focus();
    } else if (action === "up" || action === "back") root.focus();
    else if (action === "left") beginning.focus();
    else if (action === "right") live.focus();
    else return action === "down";
    return true;
  }

  function choose(work: () => void): void {
    root.focus();
    showHelp();
    work();
    stage?.play();
  }

  /** Up and Down: the other channel, or the captions of a video. */
  function zap(step: number): void {
    if (channels.length === 0) stage?.toggleCaptions();
    const place = channels.findIndex((channel) => channel === current);
    const next = channels[(place + step + channels.length) % channels.length];
    if (next && next !== current) start(next);
  }

  /** Several steps in a row add up. */
  function seekTo(seconds: number): void {
    if (duration === 0) return;
    position = Math.max(0, Math.min(duration - 1, seconds));
    stage?.seekTo(position);
  }

  const actions: Readonly<Record<RemoteAction, () => void>> = {
    ok: () => stage?.toggle(),
    toggle: () => stage?.toggle(),
    play: () => stage?.play(),
    pause: () => stage?.pause(),
    left: () => seekTo(position - SEEK_STEP_SECONDS),
    rewind: () => seekTo(position - SEEK_STEP_SECONDS),
    right: () => seekTo(position + SEEK_STEP_SECONDS),
    forward: () => seekTo(position + SEEK_STEP_SECONDS),
    up: () => zap(1),
    "next-channel": () => zap(1),
    down: () => zap(-1),
    "previous-channel": () => zap(-1),
    back: onBack,
    stop: onBack,
  };

  function handleAction(action: RemoteAction): void {
    showHelp();
    if (handleChoice(action)) return;
    if (hasFailed && current && (action === "ok" || action === "play" || action === "toggle")) {
      start(current);
      return;
    }
    actions[action]();
  }

  window.addEventListener("online", restart);
  screen.addEventListener("click", () => handleAction("toggle"));
  root.addEventListener("mousemove", showHelp);
  back.addEventListener("click", onBack);
  beginning.addEventListener("click", () => choose(() => seekTo(0)));
  live.addEventListener("click", () => choose(() => stage?.goLive()));
  // A frame with focus would capture Back.
  window.addEventListener("blur", () => {
    if (!root.hidden) window.setTimeout(() => !root.hidden && root.focus());
  });

  return {
    isOpen: () => !root.hidden,
    status: () => ({
      programme: root.hidden ? null : current,
      state: root.hidden ? "idle" : state,
      position,
      duration,
      hasVolume: !root.hidden && stage !== null && stage.changeVolume !== null,
    }),
    channel: () => (root.hidden || !current ? "" : current.channel),
    open(programme, neighbours) {
      channels = neighbours;
      root.hidden = false;
      root.focus();
      start(programme);
    },
    change(programme) {
      const isSame = (other: Programme): boolean => other.channel === programme.channel;
      channels = channels.map((other) => (isSame(other) ? programme : other));
      if (!root.hidden && current && isSame(current)) start(programme);
    },
    close() {
      window.clearTimeout(restartTimer);
      stage?.close();
      stage = null;
      root.hidden = true;
      onStatus("idle");
    },
    handleAction,
    seekTo(seconds) {
      showHelp();
      seekTo(seconds);
    },
    changeVolume(step) {
      showHelp();
      stage?.changeVolume?.(step);
    },
    showPhone(isControlled) {
      phone.hidden = !isControlled;
    },
  };
}

/** Formats seconds as "12:30" or "1:02:03"; old engines lack padStart. */
function lengthText(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part, index) => (index > 0 && part < 10 ? `0${part}` : String(part)))
    .join(":");
}

/** Writes only what has changed: a screen reader would read it again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
