import type { PlayerConfig } from "#shared/embed/embed-config.ts";
import type { ParentLink } from "#web/embed/parent-messenger.ts";
import type { Playback } from "#web/embed/player/engine/playback.ts";
import type { PlayerView } from "#web/embed/player/player-view.ts";
import type { Captions } from "./captions.ts";
import type { Timeline } from "./seek-bar.ts";
import type { QualityMenu } from "./settings-menus.ts";

/** A display mode; `button` is null where the browser lacks it (F-25). */
export type ScreenMode = {
  button: HTMLButtonElement | null;
  /** Toggles it. Resolves false when the browser rejects or cannot. */
  toggle(): Promise<boolean>;
};

export type PlayerControls = {
  captions: Captions;
  quality: QualityMenu;
  fullscreen: ScreenMode;
  pip: ScreenMode;
  /** Of the video, or of a broadcast by the wall clock. */
  timeline: Timeline;
};

export type ControlsOptions = {
  view: PlayerView;
  config: PlayerConfig;
  playback: Playback;
  parent: ParentLink;
};
