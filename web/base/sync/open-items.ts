import { storedUserId } from "#web/lib/session/stored-session.ts";
import { subscribeToStorage } from "#web/lib/storage/storage.ts";
import { createItemStore, type ItemStore } from "./item-store.ts";
import { openStorage } from "./item-storage.ts";

let opened: Promise<ItemStore> | null = null;

/** Opens the items of this tab; they follow every sign-in and sign-out, in any tab. */
export function openItems(): Promise<ItemStore> {
  opened ??= open();
  return opened;
}

async function open(): Promise<ItemStore> {
  const channel = openChannel();
  const store = createItemStore({
    storage: await openStorage(),
    now: Date.now,
    random: () => Math.random().toString(36).slice(2, 10).padEnd(8, "0"),
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window: only pages of this origin hear it
      notify: () => channel?.postMessage("changed"),
      listen: (onChange) => channel?.addEventListener("message", onChange),
    },
  });
  await store.enter(storedUserId());
  subscribeToStorage(() => void switchOwner(store));
  return store;
}

/** Null where the browser has no channel, or blocks it along with its storage. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel("synced-items");
  } catch {
    return null;
  }
}

/** Switches the store to the signed-in user. */
export async function switchOwner(store: ItemStore): Promise<void> {
  const owner = storedUserId();
  if (owner !== store.owner()) await store.enter(owner);
}
