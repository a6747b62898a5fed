import type { EmbedCommand } from "#shared/embed/embed-protocol.ts";
import { type KeyAction, adjacentSpeed } from "#web/embed/keyboard.domain.ts";
import type { ParentLink } from "#web/embed/parent-messenger.ts";
import type { PlayerControls } from "./controls-contract.ts";
import type { PlayerSession } from "#web/embed/player/player-session.ts";
import { seekTo } from "./seek-bar.ts";
import { changeVolume, setMuted } from "./volume-control.ts";

/** Player actions for callers other than its buttons. */
export type RemoteControl = {
  handleCommand(command: Exclude<EmbedCommand, { c: "key" }>): void;
  handleKeyAction(action: KeyAction): void;
};

type RemoteControlOptions = {
  video: HTMLVideoElement;
  session: PlayerSession;
  controls: PlayerControls;
  parent: ParentLink;
};

export function createRemoteControl(options: RemoteControlOptions): RemoteControl {
  const { video, session, controls, parent } = options;

  async function togglePip(): Promise<void> {
    if (!(await controls.pip.toggle())) parent.send({ v: 1, t: "pip", r: "unsupported" });
  }

  return {
    handleCommand(command) {
      switch (command.c) {
        case "captions":
          return controls.captions.use(command.language);
        case "volume":
          video.volume = command.level;
          return undefined;
        case "hello":
          return sendState(options);
        case "play":
          return session.play();
        case "pause":
          return session.pause();
        case "moment":
          controls.timeline.seekToMoment?.(command.ms);
          return session.play();
        case "seek":
          return seekTo(video, command.pos);
        case "quality":
          return controls.quality.use(command.lines);
        case "stop":
          return session.limit.stop(command.mb);
        case "mute":
          return setMuted(video, command.on);
        case "pip":
          return void togglePip();
      }
    },
    handleKeyAction(action) {
      switch (action.do) {
        case "toggle-play":
          return session.togglePlay();
        case "toggle-mute":
          return setMuted(video, !video.muted);
        case "toggle-captions":
          return controls.captions.toggle();
        case "toggle-fullscreen":
          return void controls.fullscreen.toggle();
        case "pip":
          return void togglePip();
        case "seek-by":
          return controls.timeline.seekBy(action.seconds);
        case "seek-to-share":
          return controls.timeline.seekToShare(action.share);
        case "change-volume":
          return changeVolume(video, action.by);
        case "change-speed":
          return changeSpeed(video, action.by);
        case "escape":
          // The parent page's overlay needs it; the browser itself leaves fullscreen.
          if (!document.fullscreenElement) parent.send({ v: 1, t: "key", key: "Escape" });
      }
    },
  };
}

/** A live stream has a fixed speed. */
function changeSpeed(video: HTMLVideoElement, by: -1 | 1): void {
  if (Number.isFinite(video.duration)) video.playbackRate = adjacentSpeed(video.playbackRate, by);
}

function sendState({ video, session, parent }: RemoteControlOptions): void {
  parent.send({ v: 1, t: "ready" });
  parent.send({ v: 1, t: "muted", on: video.muted });
  const phase = session.phase.current();
  if (phase !== "idle" && phase !== "failed") parent.send({ v: 1, t: "state", s: phase });
}
