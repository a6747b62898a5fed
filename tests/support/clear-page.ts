import { toastMessages } from "#shared/messages/toast.ts";
import { openItems } from "#web/base/sync/open-items.ts";

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
  const names = Object.values(toastMessages).map(({ dismiss }) => dismiss);
  const buttons = [...document.querySelectorAll("button")].filter((button) =>
    names.includes(button.getAttribute("aria-label") ?? ""),
  );
  for (const button of buttons) button.click();
}
