import type { BusContent } from "#server/backend/realtime/bus/bus-messages.ts";
import {
  createPresenceStore,
  type PresenceChange,
  type PresenceState,
} from "#server/backend/realtime/presence/presence-state.domain.ts";
import type { Hub } from "./hub.ts";

/** Who is where, on this server and on the others. */
export type Presences = {
  stateOf(key: string): PresenceState;
  /** Somebody on this server came, changed or went: tells the topic here and elsewhere. */
  change(key: string, change: PresenceChange): void;
  /** What another server tells of its own. */
  hear(from: string, content: Extract<BusContent, { type: "presence" | "presences" }>): void;
  /** All of this server's, for one that does not know them. */
  own(): BusContent;
  /** A server has gone, and everybody on it. */
  forget(server: string): void;
};

type PresencesDeps = {
  readonly hub: Pick<Hub, "presenceDiff">;
  /** This server's id on the bus. */
  readonly server: string;
  readonly publish: (content: BusContent) => void;
};

/** Makes the presences of all topics. */
export function createPresences({ hub, server, publish }: PresencesDeps): Presences {
  const book = createPresenceStore();
  const apply = (from: string, key: string, change: PresenceChange): void => {
    const diff = book.apply(from, key, change);
    if (diff !== null) hub.presenceDiff(key, diff);
  };
  const replace = (
    from: string,
    topics: Extract<BusContent, { type: "presences" }>["topics"],
  ): void => {
    const known = book.ofServer(from);
    const told = new Map(topics);
    for (const key of new Set([...known.keys(), ...told.keys()])) {
      const joins = told.get(key) ?? [];
      const kept = new Set(joins.map(({ meta }) => meta.phx_ref));
      const leaves = (known.get(key) ?? [])
        .map(({ meta }) => meta.phx_ref)
        .filter((ref) => !kept.has(ref));
      apply(from, key, { joins, leaves });
    }
  };
  return {
    stateOf: (key) => book.stateOf(key),
    change(key, change) {
      apply(server, key, change);
      publish({ type: "presence", key, ...change });
    },
    hear(from, content) {
      if (content.type === "presences") replace(from, content.topics);
      else apply(from, content.key, content);
    },
    own: () => ({
      type: "presences",
      topics: [...book.ofServer(server)].map(([key, entries]) => [key, [...entries]] as const),
    }),
    forget: (gone) => replace(gone, []),
  };
}
