import { type KeyAction, adjacentSpeed } from "./keyboard.domain.ts";
import type { ParentLink } from "./parent-messenger.ts";
import type { YoutubeStatus } from "./youtube-messages.domain.ts";

const WHOLE_VOLUME_PERCENT = 100;

type YoutubeKeysOptions = {
  /** Sends a command to YouTube's player. */
  command: (func: string, ...args: readonly (string | number | boolean)[]) => void;
  /** Plays, and loads the player first where needed. */
  start: () => void;
  /** YouTube's frame, while there is one. */
  frame: () => HTMLIFrameElement | null;
  parent: ParentLink;
};

/**
 * The keys of our own player for YouTube's, as far as its messages allow. Captions use its
 * undocumented module name; it has no picture-in-picture. Keys pressed inside its frame, Escape
 * included, never reach the parent page.
 */
export class YoutubeKeys {
  readonly #options: YoutubeKeysOptions;
  #isPlaying = false;
  #isMuted = false;
  #hasCaptions = true;
  #volumePercent = WHOLE_VOLUME_PERCENT;
  #speed = 1;
  #positionSeconds = 0;
  #durationSeconds = 0;

  constructor(options: YoutubeKeysOptions) {
    this.#options = options;
  }

  /** Reads the values that a key will change from a player's message. */
  hear(status: YoutubeStatus): void {
    if (status.state !== undefined) {
      this.#isPlaying = status.state === "playing" || status.state === "buffering";
    }
    this.#isMuted = status.isMuted ?? this.#isMuted;
    this.#volumePercent = status.volumePercent ?? this.#volumePercent;
    this.#speed = status.speed ?? this.#speed;
    this.#positionSeconds = status.positionSeconds ?? this.#positionSeconds;
    this.#durationSeconds = status.durationSeconds ?? this.#durationSeconds;
  }

  handleAction(action: KeyAction): void {
    const { command, start, frame, parent } = this.#options;
    switch (action.do) {
      case "toggle-play":
        return this.#isPlaying ? command("pauseVideo") : start();
      case "toggle-mute":
        return command(this.#isMuted ? "unMute" : "mute");
      case "toggle-captions":
        this.#hasCaptions = !this.#hasCaptions;
        return command(this.#hasCaptions ? "loadModule" : "unloadModule", "captions");
      case "toggle-fullscreen":
        return void toggleFullscreen(frame());
      case "pip":
        return parent.send({ v: 1, t: "pip", r: "unsupported" });
      case "seek-by":
        return this.#seek(this.#positionSeconds + action.seconds);
      case "seek-to-share":
        return this.#seek(this.#durationSeconds * action.share);
      case "change-volume":
        return command(
          "setVolume",
          within(WHOLE_VOLUME_PERCENT, this.#volumePercent + action.by * WHOLE_VOLUME_PERCENT),
        );
      case "change-speed":
        return command("setPlaybackRate", adjacentSpeed(this.#speed, action.by));
      case "escape":
        if (!document.fullscreenElement) parent.send({ v: 1, t: "key", key: "Escape" });
    }
  }

  #seek(seconds: number): void {
    // Without a length it is a live stream, or not loaded yet.
    if (this.#durationSeconds === 0) return;
    this.#positionSeconds = within(this.#durationSeconds, seconds);
    this.#options.command("seekTo", this.#positionSeconds, true);
  }
}

function within(end: number, amount: number): number {
  return Math.min(end, Math.max(0, Math.round(amount)));
}

async function toggleFullscreen(frame: HTMLIFrameElement | null): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await frame?.requestFullscreen();
  } catch {
    // The browser rejects; the player's own button still works.
  }
}
