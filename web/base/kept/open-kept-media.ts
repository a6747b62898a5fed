import { MINUTE_MS, SECOND_MS } from "@reign-tv/kit/durations.ts";
import { createDeviceStore } from "#shared/device/indexed-db-store.ts";
import { KEPT_MEDIA_STORE } from "#shared/media/kept-media.ts";
import { pictureAddress } from "#shared/videos/images.ts";
import { countData } from "#web/base/data-saver/data-usage.ts";
import { browserFetch } from "#web/lib/http/http.ts";
import { writeStored, readStored } from "#web/lib/storage/storage.ts";
import { createKeptMedia, type KeptMedia, type KeptMediaDeps } from "./kept-media.ts";
import { KEEPS_ON } from "./kept-flag.ts";

const POSTER_WIDTH = 320;
const RETRY_DELAYS_MS = [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS];

let opened: KeptMedia | null = null;

/** Opens the kept media of this device. */
export function openKeptMedia(): KeptMedia {
  opened ??= createKeptMedia(browserDeps());
  return opened;
}

/** Bytes that this site uses on the device, and may still store; null if unknown. */
export async function readSpace(): Promise<{ freeBytes: number | null }> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return { freeBytes: quota === undefined ? null : Math.max(0, quota - (usage ?? 0)) };
  } catch {
    return { freeBytes: null };
  }
}

function browserDeps(): KeptMediaDeps {
  return {
    store: createDeviceStore(KEPT_MEDIA_STORE.database, KEPT_MEDIA_STORE.store),
    fetch: browserFetch,
    now: Date.now,
    alone,
    freeBytes: async () => (await readSpace()).freeBytes,
    persist,
    tabs: openTabs(),
    count: (bytes, onLimit) => countData({ v: 1, t: "moved", bytes }, onLimit),
    goOn: () => countData({ v: 1, t: "onward" }, () => undefined),
    posterOf: ({ video }) => pictureAddress(video.thumbnail, POSTER_WIDTH, "webp"),
    retryLater,
    remember(isUnfinished) {
      if (readStored(KEEPS_ON) !== isUnfinished) writeStored(KEEPS_ON, isUnfinished);
    },
  };
}

/** A closed tab gives its turn to the next one. */
async function alone(work: () => Promise<void>): Promise<void> {
  let hasTurn = false;
  try {
    await navigator.locks.request("kept-media", () => {
      hasTurn = true;
      return work();
    });
  } catch (error) {
    if (hasTurn) throw error;
    // The browser has no locks, or blocks them along with its storage.
    await work();
  }
}

function persist(): void {
  // Browsers without it, or that refuse, may delete the files when the device is full.
  void navigator.storage?.persist?.().catch(() => undefined);
}

function openTabs(): KeptMediaDeps["tabs"] {
  try {
    const channel = new BroadcastChannel("kept-media");
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window: only pages of this origin hear it
      notify: () => channel.postMessage("changed"),
      listen: (onChange) => channel.addEventListener("message", onChange),
    };
  } catch {
    // The browser has no channel, or blocks it along with its storage.
    return { notify: () => undefined, listen: () => undefined };
  }
}

function retryLater(attempt: number, retry: () => void): void {
  const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1] ?? MINUTE_MS;
  const go = (): void => {
    clearTimeout(timer);
    window.removeEventListener("online", go);
    retry();
  };
  const timer = setTimeout(go, delayMs);
  window.addEventListener("online", go);
}
