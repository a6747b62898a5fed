import type { TvPlayerTexts } from "#shared/messages/devices/tv.ts";
import { make, openStage, type Programme, type Stage } from "./stage.ts";
import type { RemoteAction } from "./remote-control.domain.ts";

const SEEK_STEP_SECONDS = 10;
/** Delays before a failed programme is restarted. */
const RESTART_DELAYS_MS = [30_000, 60_000, 120_000];
const LONGEST_RESTART_MS = 120_000;
/** Duration of title and help over a playing picture. */
const HELP_SHOWN_MS = 5_000;

export type Player = {
  isOpen(): boolean;
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
};

/**
 * The full-screen player. It takes focus as a whole, so that every key reaches the page and not a
 * frame inside it.
 */
export function createPlayer(texts: TvPlayerTexts, onBack: () => void): Player {
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
  const title = make("p", { class: "player-title", id: "player-title" }, bar);
  const progress = make("div", { class: "player-progress" }, bar);
  const done = make("div", { class: "player-done" }, progress);
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

  function say(text: string): void {
    status.textContent = text;
  }

  function showHelp(): void {
    root.classList.add("is-helping");
    window.clearTimeout(helpTimer);
    helpTimer = window.setTimeout(() => root.classList.remove("is-helping"), HELP_SHOWN_MS);
  }

  function restart(): void {
    if (hasFailed && current && !root.hidden) start(current);
  }

  function start(programme: Programme): void {
    window.clearTimeout(restartTimer);
    stage?.close();
    current = programme;
    hasFailed = false;
    title.textContent = programme.title;
    progress.hidden = programme.kind !== "file";
    hint.textContent = hintOf(programme);
    done.style.width = "0";
    stage = openStage(screen, programme, {
      onLoading: () => say(texts.loading),
      onPlaying() {
        restarts = 0;
        say("");
      },
      onPaused: () => say(texts.paused),
      onRefused: () => say(texts.refused),
      onEnded: onBack,
      onOff: say,
      onFailed() {
        hasFailed = true;
        say(texts.failed);
        const delayMs = RESTART_DELAYS_MS[restarts++] ?? LONGEST_RESTART_MS;
        restartTimer = window.setTimeout(restart, delayMs);
      },
      onTime(position, length) {
        if (length > 0) done.style.width = `${(position / length) * 100}%`;
      },
    });
    showHelp();
  }

  function hintOf({ kind }: Programme): string {
    if (kind === "file") return texts.fileHint;
    return channels.length > 1 ? texts.channelHint : texts.frameHint;
  }

  /** Up and Down: the other channel, or the captions of a video. */
  function zap(step: number): void {
    if (channels.length === 0) stage?.toggleCaptions();
    const place = channels.findIndex((channel) => channel === current);
    const next = channels[(place + step + channels.length) % channels.length];
    if (next && next !== current) start(next);
  }

  const actions: Readonly<Record<RemoteAction, () => void>> = {
    ok: () => stage?.toggle(),
    toggle: () => stage?.toggle(),
    play: () => stage?.play(),
    pause: () => stage?.pause(),
    left: () => stage?.seekBy(-SEEK_STEP_SECONDS),
    rewind: () => stage?.seekBy(-SEEK_STEP_SECONDS),
    right: () => stage?.seekBy(SEEK_STEP_SECONDS),
    forward: () => stage?.seekBy(SEEK_STEP_SECONDS),
    up: () => zap(1),
    "next-channel": () => zap(1),
    down: () => zap(-1),
    "previous-channel": () => zap(-1),
    back: onBack,
    stop: onBack,
  };

  function handleAction(action: RemoteAction): void {
    showHelp();
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
  // A frame with focus would capture Back.
  window.addEventListener("blur", () => {
    if (!root.hidden) window.setTimeout(() => !root.hidden && root.focus());
  });

  return {
    isOpen: () => !root.hidden,
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
    },
    handleAction,
  };
}
