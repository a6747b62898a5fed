import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type SupabaseClient,
} from "@supabase/supabase-js";
import type { TestBackend } from "#backend/testing/test-backend.ts";

/** Versions of the wire format that the client supports. */
export const VERSIONS = ["1.0.0", "2.0.0"] as const;

/** Returns the unmodified client, signed out, with its own socket. */
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

/** Clients of a test, whose channels are removed together. */
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

/** Resolves when the channel is joined. @throws Error with the reason when the join fails. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}

/** Records events and lets a test wait for them. */
export type Recorder<T> = {
  readonly all: readonly T[];
  readonly record: (value: T) => void;
  /** Resolves with the value at that index. */
  at(index: number): Promise<T>;
  /** Resolves with the first match. */
  find(matches: (value: T) => boolean): Promise<T>;
};

export function listen<T>(): Recorder<T> {
  const all: T[] = [];
  const waiting = new Set<() => void>();
  const until = (read: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = read();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    all,
    record(value) {
      all.push(value);
      for (const check of waiting) check();
    },
    at: (index) => until(() => all[index]),
    find: (matches) => until(() => all.find(matches)),
  };
}
