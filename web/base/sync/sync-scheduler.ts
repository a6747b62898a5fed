import { openSession } from "#web/lib/session/session.ts";
import type { Site } from "#web/lib/site.ts";
import type { ItemStore } from "./item-store.ts";
import { followOwner, openItems } from "./open-items.ts";
import { synchronise } from "./synchronise.ts";

/** Changes that follow one another go together. */
const AFTER_CHANGE_MS = 2_000;
/** After a failure, twice as long each time. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
/** Longest that signing out waits for what is unsent. */
const LEAVING_MS = 4_000;
/** Whoever comes back sooner is not asked about: data cost. */
const FRESH_MS = 60_000;

type Backend = Pick<Site, "backendUrl" | "publishableKey">;

/**
 * Keeps this device and the account alike: now, soon after a change, and whenever the connection or the reader comes
 * back or the page is left.
 *
 * @returns what stops it.
 */
export function followSync(site: Backend): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
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
      await synchronise(await openItems(), openSession(site));
      doneAt = Date.now();
      pauseMs = FIRST_PAUSE_MS;
    } catch {
      soon(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
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
    pauseMs = FIRST_PAUSE_MS;
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

/** Before somebody signs out: what is unsent goes to the account, as far as it can within a few seconds. */
export async function sendBeforeLeaving(site: Backend): Promise<void> {
  const store = await openItems();
  if (store.owner() === null || !hasUnsent(store) || !navigator.onLine) return;
  const patience = new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS);
  });
  await Promise.race([synchronise(store, openSession(site)).catch(() => undefined), patience]);
}

function hasUnsent(store: ItemStore): boolean {
  return [...store.items().values()].some(({ isUnsent }) => isUnsent);
}

/** After somebody has signed out: the account's things leave the device, but for what could not be sent. */
export async function clearAfterLeaving(): Promise<void> {
  await followOwner(await openItems());
}
