import type { LiveStatus } from "#shared/contracts/live-status.ts";
import type { Dispatch, SetStateAction } from "react";

/** What the server says of one channel. */
export type ChannelStatus = LiveStatus["channels"][number];

/** What a channel's player lets the page around it know. */
export type PlayerStatus = {
  /**
   * closed: there is no player, or one that waits for a tap; waiting: it is on its way to a picture, or
   * paused; interrupted: words stand in the picture's place.
   */
  state: "closed" | "waiting" | "playing" | "interrupted";
  /** Programme of the picture, by its own clock; null while the player has told none. */
  title: string | null;
};

/** Where the player's news go: the state of who shows them. */
export type TellNews = Dispatch<SetStateAction<PlayerStatus>>;

/** State of the badge beside a player: without a picture, a channel that sends none is not called live. */
export function badgeState({ state }: PlayerStatus, channel: ChannelStatus | null): string {
  if (state === "playing") return state;
  if (channel?.state === "scheduled" || channel?.state === "offline") return "offAir";
  return channel?.state === "down" ? "interrupted" : state;
}

export const NO_NEWS: PlayerStatus = { state: "closed", title: null };
