/** A position in the page: row from the top, and column in it. */
export type GridPlace = { readonly row: number; readonly column: number };

export type GridMove = "up" | "down" | "left" | "right";

/**
 * Returns the next focus position. Up and down return to the column in which a row was left, as
 * televisions do; at an edge focus stays. @param lengths number of cards per row, none of them 0.
 * @param leftAt column in which each row was left; a row that was never entered has none.
 */
export function moveInGrid(
  lengths: readonly number[],
  leftAt: readonly (number | undefined)[],
  from: GridPlace,
  move: GridMove,
): GridPlace {
  if (move === "left" || move === "right") {
    const last = (lengths[from.row] || 1) - 1;
    const column = from.column + (move === "left" ? -1 : 1);
    return { row: from.row, column: Math.max(0, Math.min(last, column)) };
  }
  const row = from.row + (move === "up" ? -1 : 1);
  const length = lengths[row];
  if (length === undefined) return from;
  return { row, column: Math.min(leftAt[row] || 0, length - 1) };
}

/** Action of a key of a remote control (or keyboard). */
export type RemoteAction =
  | "up"
  | "down"
  | "left"
  | "right"
  | "ok"
  | "back"
  | "play"
  | "pause"
  | "toggle"
  | "stop"
  | "forward"
  | "rewind"
  | "previous-channel"
  | "next-channel";

/** Key names of browsers; they come first, because codes differ between makers. */
const BY_NAME: Readonly<Record<string, RemoteAction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "ok",
  Backspace: "back",
  Escape: "back",
  GoBack: "back",
  BrowserBack: "back",
  XF86Back: "back",
  MediaPlay: "play",
  MediaPause: "pause",
  MediaPlayPause: "toggle",
  MediaStop: "stop",
  MediaFastForward: "forward",
  MediaRewind: "rewind",
  ChannelUp: "next-channel",
  ChannelDown: "previous-channel",
};

/** Codes for engines without key names. */
const BY_CODE: Readonly<Record<number, RemoteAction>> = {
  37: "left",
  38: "up",
  39: "right",
  40: "down",
  13: "ok",
  8: "back",
  27: "back",
  461: "back",
  10009: "back",
  415: "play",
  19: "pause",
  10252: "toggle",
  413: "stop",
  417: "forward",
  412: "rewind",
  427: "next-channel",
  428: "previous-channel",
  33: "next-channel",
  34: "previous-channel",
};

/** Returns the action of a key, or null for another key. */
export function remoteAction(key: string | undefined, keyCode: number): RemoteAction | null {
  return own(BY_NAME, key || "") || own(BY_CODE, keyCode) || null;
}

function own<Key extends string | number>(
  table: Readonly<Record<Key, RemoteAction>>,
  key: Key,
): RemoteAction | undefined {
  return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}
