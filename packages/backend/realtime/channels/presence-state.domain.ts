/** One presence entry: the tracked data with the reference of this version. */
export type PresenceMeta = Readonly<Record<string, unknown>> & { readonly phx_ref: string };

/** Entries by key; each tab of one person is a separate meta. */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly PresenceMeta[] }>>;

export type PresenceDiff = { readonly joins: PresenceState; readonly leaves: PresenceState };

/** A change of one topic: added entries and references of removed ones. */
export type PresenceChange = {
  readonly joins: readonly PresenceEntry[];
  readonly leaves: readonly string[];
};

export type PresenceEntry = { readonly key: string; readonly meta: PresenceMeta };

type StoredEntry = PresenceEntry & { readonly server: string };

/** Presences of all topics on all servers. */
export type PresenceStore = {
  /** @returns the diff for listeners; null when nothing changed. */
  apply(server: string, topicKey: string, change: PresenceChange): PresenceDiff | null;
  stateOf(topicKey: string): PresenceState;
  /** Returns the entries of one server, by topic. */
  ofServer(server: string): ReadonlyMap<string, readonly PresenceEntry[]>;
};

/** Creates an empty store. */
export function createPresenceStore(): PresenceStore {
  const topics = new Map<string, Map<string, StoredEntry>>();
  return {
    apply(server, topicKey, { joins, leaves }) {
      const entries = topics.get(topicKey) ?? new Map<string, StoredEntry>();
      const removed = leaves.flatMap((ref) => entries.get(ref) ?? []);
      const added = joins.filter(({ meta }) => !entries.has(meta.phx_ref));
      for (const { meta } of removed) entries.delete(meta.phx_ref);
      for (const entry of added) entries.set(entry.meta.phx_ref, { ...entry, server });
      if (entries.size === 0) topics.delete(topicKey);
      else topics.set(topicKey, entries);
      if (removed.length + added.length === 0) return null;
      return { joins: groupByKey(added), leaves: groupByKey(removed) };
    },
    stateOf: (topicKey) => groupByKey([...(topics.get(topicKey)?.values() ?? [])]),
    ofServer(server) {
      const found = [...topics].map(([topicKey, entries]) => {
        const own = [...entries.values()].filter((entry) => entry.server === server);
        return [topicKey, own.map(({ key, meta }) => ({ key, meta }))] as const;
      });
      return new Map(found.filter(([, own]) => own.length > 0));
    },
  };
}

function groupByKey(entries: readonly PresenceEntry[]): PresenceState {
  const metas = new Map<string, PresenceMeta[]>();
  for (const { key, meta } of entries) {
    const known = metas.get(key);
    if (known === undefined) metas.set(key, [meta]);
    else known.push(meta);
  }
  return Object.fromEntries([...metas].map(([key, list]) => [key, { metas: list }]));
}
