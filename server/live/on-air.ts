import type { ChannelId } from "#shared/live/channels.ts";

/** A running broadcast of a channel. */
export type Broadcasting = {
  /** Id of the broadcast. */
  id: string;
  /** Milliseconds since the epoch. */
  startedAtMs: number;
  /** Of what it sends; null for no picture, or no sound. */
  rates: { picture: number | null; sound: number | null };
};

/** Broadcast that a channel receives now on whichever server; null: none. */
export type OnAir = (channel: ChannelId) => Broadcasting | null;

/** Without a database of our own nothing is received. */
export const NEVER_ON_AIR: OnAir = () => null;
