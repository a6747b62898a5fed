import { createStore } from "#web/lib/store.ts";

/**
 * Channel to which this device sends, null while it sends nothing. A file of its own, so that the
 * studio's frame does not load the code of a broadcast.
 */
export const sendingChannel = createStore<string | null>(null);
