import type { BackendDeps } from "#backend/context.ts";
import type { IdentityReader } from "./access/identity.ts";
import type { RealtimeLimits } from "./access/limits.ts";
import type { TopicPolicies } from "./access/topic-policies.ts";
import type { BusMessage } from "./bus/bus-messages.ts";
import type { ChangeFeed } from "./changes/change-feed.ts";
import type { Hub } from "./channels/hub.ts";
import type { Presences } from "./channels/presence-tracker.ts";
import type { MessageHistory } from "./message-store.ts";
import type { Traffic } from "./sockets/connection.ts";

/** Dependencies of the channel actions. */
export type RealtimeDeps = Pick<BackendDeps, "log" | "now"> & {
  readonly limits: RealtimeLimits;
  readonly traffic: Traffic;
  readonly identities: IdentityReader;
  readonly policies: TopicPolicies;
  readonly hub: Hub;
  readonly presences: Presences;
  readonly history: MessageHistory;
  readonly changes: ChangeFeed;
  /** Sends to the other servers on the database. */
  readonly publish: (content: BusMessage) => void;
  /** True once shutdown began; joins are rejected. */
  readonly isStopping: () => boolean;
};
