import { openItems } from "#web/base/sync/open-items.ts";
import { removeToast, shownToasts } from "#web/ui/toast-list.ts";

/** Clears the synced items of the tab: all views of a page share one store. */
export async function clearItems(): Promise<void> {
  const store = await openItems();
  await store.enter(null);
  for (const { topic, id } of store.items().values()) {
    await store.change({ topic, id, data: null, sessionAt: null, keepBoth: false });
  }
}

/** Closes the toasts. They are rendered outside the view and would outlive it. */
export function dismissToasts(): void {
  for (const { id } of shownToasts.read()) removeToast(id);
}
