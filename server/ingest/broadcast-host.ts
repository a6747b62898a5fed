import type { Segment } from "@reign-tv/ingest/segmenter-contract.ts";
import type { Feed } from "@reign-tv/ingest/worker/ingest-host.ts";
import type { ChannelId } from "#shared/live/channels.ts";
import type { PortProblem, StudioIngest } from "#shared/studio/studio-ingest.ts";
import type { Receiver } from "./receive-broadcasts.ts";

/** What arrives of a broadcast, and what staff can mend. */
export type InputCheck = Pick<NonNullable<StudioIngest["broadcast"]>, "input" | "checkResults">;

/** Calls of the host, in order for each channel. */
export type HostCalls = Pick<Receiver, "authorize" | "start"> & {
  /** The next segment follows when it resolves. */
  onSegment(channel: ChannelId, segment: Segment): Promise<void>;
  /** The input of a channel has ended; `isFinished`: the encoder ended it. */
  onEnd(channel: ChannelId, isFinished: boolean): void;
};

/** Reads what encoders and browsers send, and cuts it into segments. */
export type BroadcastHost = {
  /** Ends the input of a channel. */
  disconnect(channel: ChannelId): void;
  /**
   * Null while another input of the channel sends.
   *
   * @throws Error when the broadcast cannot start.
   */
  openFeed(channel: ChannelId): Promise<Feed | null>;
  checkOf(channel: ChannelId): InputCheck | null;
  /** Opens the port for encoders, or closes it, which ends what they send. A port in use is tried again. */
  switchPort(isOpen: boolean): Promise<void>;
  /** Why the port for encoders cannot be opened; null: it can. */
  portProblem(): PortProblem | null;
  close(): Promise<void>;
};
