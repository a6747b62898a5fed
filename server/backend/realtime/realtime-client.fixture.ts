import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type SupabaseClient,
} from "@supabase/supabase-js";
import type { TestBackend } from "#tests/support/test-backend.ts";

/** Versions of the wire format that the client speaks. */
export const VERSIONS = ["1.0.0", "2.0.0"] as const;

/** The unmodified client, signed out, with a socket of its own. */
export function listenerOf(
  backend: Pick<TestBackend, "url" | "publishableKey">,
  options: { readonly vsn?: string; readonly key?: string } = {},
): SupabaseClient {
  const { vsn, key } = options;
  return createClient(backend.url, key ?? backend.publishableKey, {
    auth: { autoRefreshToken: false, persistSession: false },
    realtime: vsn === undefined ? {} : { vsn },
  });
}

/** Clients of a test, which leave all their channels together. */
export type OpenClients = {
  add<T extends SupabaseClient>(client: T): T;
  leave(): Promise<void>;
};

export function openClients(): OpenClients {
  const clients = new Set<SupabaseClient>();
  return {
    add(client) {
      clients.add(client);
      return client;
    },
    async leave() {
      await Promise.all([...clients].map((client) => client.removeAllChannels()));
      clients.clear();
    },
  };
}

/** Resolves when the channel is joined. @throws Error with the reason when it is refused. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** Keeps what comes and lets a test wait for it. */
export type Heard<T> = {
  readonly all: readonly T[];
  readonly hear: (value: T) => void;
  /** The value at that place, as soon as it is there. */
  at(index: number): Promise<T>;
  /** The first that matches, as soon as it is there. */
  find(matches: (value: T) => boolean): Promise<T>;
};

export function listen<T>(): Heard<T> {
  const all: T[] = [];
  const waiting = new Set<() => void>();
  const until = (read: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = read();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    all,
    hear(value) {
      all.push(value);
      for (const look of waiting) look();
    },
    at: (index) => until(() => all[index]),
    find: (matches) => until(() => all.find(matches)),
  };
}
