import type { BackendDeps } from "#server/backend/context.ts";
import type { IdentityReader } from "./access/identity.ts";
import type { RealtimeLimits } from "./access/limits.ts";
import type { TopicPolicies } from "./access/topic-policies.ts";
import type { BusContent } from "./bus/bus-messages.ts";
import type { ChangeFeed } from "./changes/change-feed.ts";
import type { Hub } from "./channels/hub.ts";
import type { Presences } from "./channels/presence-tracker.ts";
import type { MessageHistory } from "./messages/message-store.ts";
import type { Traffic } from "./sockets/connection.ts";

/** What the actions of channels are made from. */
export type RealtimeDeps = Pick<BackendDeps, "log" | "now"> & {
  readonly limits: RealtimeLimits;
  readonly traffic: Traffic;
  readonly identities: IdentityReader;
  readonly policies: TopicPolicies;
  readonly hub: Hub;
  readonly presences: Presences;
  readonly history: MessageHistory;
  readonly changes: ChangeFeed;
  /** Tells the other servers on the database. */
  readonly publish: (content: BusContent) => void;
  /** True from the wish to stop on: nobody joins any more. */
  readonly isStopping: () => boolean;
};
