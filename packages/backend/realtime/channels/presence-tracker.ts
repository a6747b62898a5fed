import type { BusMessage } from "#backend/realtime/bus/bus-messages.ts";
import {
  createPresenceStore,
  type PresenceChange,
  type PresenceState,
} from "./presence-state.domain.ts";
import type { Hub } from "./hub.ts";

/** Presences of all topics, on this and other servers. */
export type Presences = {
  stateOf(key: string): PresenceState;
  /**
   * Applies a change of this server's presences, and sends it to the topic and to other servers.
   */
  change(key: string, change: PresenceChange): void;
  /** Applies a message of another server. */
  applyRemote(from: string, content: Extract<BusMessage, { type: "presence" | "presences" }>): void;
  /** Returns all presences of this server, for a server that lacks them. */
  snapshot(): BusMessage;
  /** Removes a server and all its presences. */
  removeServer(server: string): void;
};

type PresencesDeps = {
  readonly hub: Pick<Hub, "presenceDiff">;
  /** This server's id on the bus. */
  readonly server: string;
  readonly publish: (content: BusMessage) => void;
};

/** Creates the presences of all topics. */
export function createPresences({ hub, server, publish }: PresencesDeps): Presences {
  const store = createPresenceStore();
  const apply = (from: string, key: string, change: PresenceChange): void => {
    const diff = store.apply(from, key, change);
    if (diff !== null) hub.presenceDiff(key, diff);
  };
  const replace = (
    from: string,
    topics: Extract<BusMessage, { type: "presences" }>["topics"],
  ): void => {
    const known = store.ofServer(from);
    const current = new Map(topics);
    for (const key of new Set([...known.keys(), ...current.keys()])) {
      const joins = current.get(key) ?? [];
      const currentRefs = new Set(joins.map(({ meta }) => meta.phx_ref));
      const leaves = (known.get(key) ?? [])
        .map(({ meta }) => meta.phx_ref)
        .filter((ref) => !currentRefs.has(ref));
      apply(from, key, { joins, leaves });
    }
  };
  return {
    stateOf: (key) => store.stateOf(key),
    change(key, change) {
      apply(server, key, change);
      publish({ type: "presence", key, ...change });
    },
    applyRemote(from, content) {
      if (content.type === "presences") replace(from, content.topics);
      else apply(from, content.key, content);
    },
    snapshot: () => ({
      type: "presences",
      topics: [...store.ofServer(server)].map(([key, entries]) => [key, [...entries]] as const),
    }),
    removeServer: (other) => replace(other, []),
  };
}
