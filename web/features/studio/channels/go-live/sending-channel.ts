import { useSyncExternalStore } from "react";

let channel: string | null = null;
const listeners = new Set<() => void>();

/**
 * Channel to which this device sends, null while it sends nothing. A file of its own, so that the
 * studio's frame does not load the code of a broadcast.
 */
export const sendingChannel = {
  read: (): string | null => channel,
  set(next: string | null): void {
    channel = next;
    for (const listener of listeners) listener();
  },
};

export function useSendingChannel(): string | null {
  return useSyncExternalStore(subscribe, sendingChannel.read, sendingChannel.read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
