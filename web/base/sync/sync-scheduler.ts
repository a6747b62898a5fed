import type { Backend } from "#web/lib/session/account-session.ts";
import type { ItemStore } from "./item-store.ts";
import { switchOwner, openItems } from "./open-items.ts";
import { synchronise } from "./synchronise.ts";

/** Consecutive changes are sent together. */
const AFTER_CHANGE_MS = 2_000;
/** First delay after a failure; doubles each time. */
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 300_000;
/** Timeout of a sign-out that waits for unsent changes. */
const SIGN_OUT_TIMEOUT_MS = 4_000;
/** Minimum age before a visible page syncs again: data is expensive. */
const FRESH_MS = 60_000;

/**
 * Syncs this device with the account: now, after changes, and when the connection returns or the
 * page is shown or left. @returns a function that stops it.
 */
export function startSync(site: Backend): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = FIRST_DELAY_MS;
  let isStopped = false;
  let doneAt = 0;
  let unsubscribe = (): void => undefined;

  function soon(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void run(), ms);
  }
  async function run(): Promise<void> {
    clearTimeout(timer);
    if (!navigator.onLine) return;
    try {
      await synchronise(await openItems(), site);
      doneAt = Date.now();
      delayMs = FIRST_DELAY_MS;
    } catch {
      soon(delayMs);
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    }
  }
  async function begin(): Promise<void> {
    const store = await openItems();
    if (isStopped) return;
    let owner = store.owner();
    unsubscribe = store.subscribe((isOwn) => {
      if (isOwn || owner !== store.owner()) soon(isOwn ? AFTER_CHANGE_MS : 0);
      owner = store.owner();
    });
    await run();
  }
  const runAtOnce = (): void => {
    delayMs = FIRST_DELAY_MS;
    void run();
  };
  const runWhenLooked = async (): Promise<void> => {
    const isLeft = document.visibilityState === "hidden";
    const isStale = !isLeft && Date.now() - doneAt > FRESH_MS;
    if (isStale || hasUnsent(await openItems())) runAtOnce();
  };
  const onLook = () => void runWhenLooked();
  void begin();
  window.addEventListener("online", runAtOnce);
  document.addEventListener("visibilitychange", onLook);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener("online", runAtOnce);
    document.removeEventListener("visibilitychange", onLook);
  };
}

/** Sends unsent changes before a sign-out, as far as possible within a few seconds. */
export async function sendBeforeLeaving(site: Backend): Promise<void> {
  const store = await openItems();
  if (store.owner() === null || !hasUnsent(store) || !navigator.onLine) return;
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, SIGN_OUT_TIMEOUT_MS);
  });
  await Promise.race([synchronise(store, site).catch(() => undefined), timeout]);
}

function hasUnsent(store: ItemStore): boolean {
  return [...store.items().values()].some(({ isUnsent }) => isUnsent);
}

/** Removes the account's items from the device after a sign-out, except unsent ones. */
export async function clearAfterLeaving(): Promise<void> {
  await switchOwner(await openItems());
}
