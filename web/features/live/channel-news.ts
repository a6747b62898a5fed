import type { Dispatch, SetStateAction } from "react";

/** What a channel's player lets the page around it know. */
export type ChannelNews = {
  /**
   * closed: there is no player, or one that waits for a tap; waiting: it is on its way to a picture, or
   * paused; interrupted: words stand in the picture's place.
   */
  state: "closed" | "waiting" | "playing" | "interrupted";
  /** Programme of the picture, by its own clock; null while the player has told none. */
  title: string | null;
};

/** Where the player's news go: the state of who shows them. */
export type TellNews = Dispatch<SetStateAction<ChannelNews>>;

export const NO_NEWS: ChannelNews = { state: "closed", title: null };
