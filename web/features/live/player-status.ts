import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Dispatch, SetStateAction } from "react";

/** The server's state of one channel. */
export type ChannelStatus = LiveStatus["channels"][number];

/** Status that a channel's player reports to the page. */
export type PlayerStatus = {
  /**
   * closed: no player, or one that waits for a tap; waiting: loading or paused; interrupted: a text
   * replaces the picture.
   */
  state: "closed" | "waiting" | "playing" | "interrupted";
  /** Programme of the picture, by its own clock; null while unknown. */
  title: string | null;
  /** The picture is of a broadcast, which can be played from its beginning. */
  isBroadcast?: boolean;
};

/** Receives the player's status: a state setter. */
export type SetPlayerStatus = Dispatch<SetStateAction<PlayerStatus>>;

/** Returns the state of a player's badge: a channel without a picture is not live. */
export function badgeState({ state }: PlayerStatus, channel: ChannelStatus | null): string {
  if (state === "playing") return state;
  if (channel?.state === "scheduled" || channel?.state === "offline") return "offAir";
  return channel?.state === "down" ? "interrupted" : state;
}

export const NO_PLAYER_STATUS: PlayerStatus = { state: "closed", title: null };
