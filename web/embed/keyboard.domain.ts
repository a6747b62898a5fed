/** Action of a key in the player. Seconds; volume from 0 to 1. */
export type KeyAction =
  | { do: "toggle-play" | "toggle-mute" | "toggle-captions" | "toggle-fullscreen" | "pip" }
  | { do: "escape" }
  | { do: "seek-by"; seconds: number }
  | { do: "seek-to-share"; share: number }
  | { do: "change-volume"; by: number }
  /** One step slower or faster. */
  | { do: "change-speed"; by: -1 | 1 };

/** A key press with the focus at that time. */
export type KeyPress = {
  key: string;
  hasModifier: boolean;
  /** "button" keeps Space and Enter, "slider" keeps the arrows, "text" keeps everything. */
  focus: "none" | "button" | "slider" | "text";
};

const SEEK_STEP_SECONDS = 5;
const SEEK_LEAP_SECONDS = 10;
const VOLUME_STEP = 0.05;

const LETTER_ACTIONS: ReadonlyMap<string, KeyAction> = new Map(
  Object.entries({
    k: { do: "toggle-play" },
    m: { do: "toggle-mute" },
    c: { do: "toggle-captions" },
    f: { do: "toggle-fullscreen" },
    i: { do: "pip" },
    j: { do: "seek-by", seconds: -SEEK_LEAP_SECONDS },
    l: { do: "seek-by", seconds: SEEK_LEAP_SECONDS },
    "<": { do: "change-speed", by: -1 },
    ">": { do: "change-speed", by: 1 },
    mediaplaypause: { do: "toggle-play" },
  } satisfies Record<string, KeyAction>),
);

const ARROW_ACTIONS: ReadonlyMap<string, KeyAction> = new Map(
  Object.entries({
    ArrowLeft: { do: "seek-by", seconds: -SEEK_STEP_SECONDS },
    ArrowRight: { do: "seek-by", seconds: SEEK_STEP_SECONDS },
    ArrowUp: { do: "change-volume", by: VOLUME_STEP },
    ArrowDown: { do: "change-volume", by: -VOLUME_STEP },
  } satisfies Record<string, KeyAction>),
);

/** Playback speeds, slowest first. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Returns the next speed in a direction; the slowest and the fastest stay. */
export function adjacentSpeed(speed: number, by: -1 | 1): number {
  const adjacent =
    by > 0 ? SPEEDS.find((next) => next > speed) : SPEEDS.findLast((next) => next < speed);
  return adjacent ?? speed;
}

/**
 * Returns the action of a key press, or null for a key of the focused control or, with Ctrl, Alt or
 * Meta, of the browser.
 */
export function keyAction({ key, hasModifier, focus }: KeyPress): KeyAction | null {
  if (key === "Escape") return { do: "escape" };
  if (hasModifier || focus === "text") return null;
  if (key === " ") return focus === "button" ? null : { do: "toggle-play" };
  const arrow = ARROW_ACTIONS.get(key);
  if (arrow) return focus === "slider" ? null : arrow;
  if (/^\d$/.test(key)) return { do: "seek-to-share", share: Number(key) / 10 };
  return LETTER_ACTIONS.get(key.toLowerCase()) ?? null;
}
