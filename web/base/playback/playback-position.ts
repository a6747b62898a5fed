import type { Video } from "#shared/contracts/playlist-videos.ts";
import type { EmbedMessage } from "#shared/embed/embed-protocol.ts";
import { openItems } from "#web/base/sync/open-items.ts";
import type { ItemStore } from "#web/base/sync/item-store.ts";
import { synchronise } from "#web/base/sync/synchronise.ts";
import { putItem, readData } from "#web/base/sync/use-items.ts";
import type { Site } from "#web/lib/site.ts";
import { readStored } from "#web/lib/storage/storage.ts";
import { RECORDING_PAUSED } from "./watch-storage.ts";
import {
  deviceKind,
  isSeek,
  isWorthSaving,
  markAt,
  positionAhead,
  type PlayTime,
  replaces,
  sessionOf,
  type TimedMark,
  type ReportReason,
  type WatchMark,
} from "./synced-position.domain.ts";

/** Timeout for the account's position; after it, the play counts as one that could not ask. */
const ACCOUNT_TIMEOUT_MS = 1_500;

/** A position at which another device has left the video. */
export type RemotePosition = WatchMark & {
  /** Milliseconds since 1970. */
  changedAt: number;
};

type Play = {
  videoId: string;
  /** By the account's clock; constant during the play. */
  sessionAt: number;
  /** Position of another device, until the user has chosen where to continue. */
  ahead: WatchMark | null;
  /** The playing video, once the player has reported its position. */
  heard: (PlayTime & Shown) | null;
  saved: PlayTime | null;
};

/** The video and the id of the category it was opened in. */
type Shown = { video: Video; category: string };

let play: Play | null = null;

/**
 * Begins a play: asks the account for the newest position of the video. Saves nothing until the
 * account responds or the time is up. @param ownSeconds position on this device. @returns the
 * position of another device that is worth resuming.
 */
export async function beginPlay(
  site: Site,
  videoId: string,
  ownSeconds: number,
): Promise<RemotePosition | null> {
  play = null;
  const store = await openItems();
  const known = heldMark(store, videoId);
  const isAsked = store.owner() === null || (await isAnswered(store, site));
  const held = heldMark(store, videoId);
  const ahead = positionAhead(held?.data ?? null, ownSeconds);
  const { aheadMs } = await store.readState();
  const sessionAt = sessionOf({
    startedAt: Date.now() + aheadMs,
    isAsked,
    heldSessionAt: known && (known.sessionAt ?? known.changedAt),
  });
  play = { videoId, sessionAt, ahead, heard: null, saved: null };
  return held && ahead && { ...ahead, changedAt: held.changedAt };
}

/** Continues at this device's position: its positions are saved from now on. */
export function resumeHere(): void {
  if (play) play.ahead = null;
}

/** Saves the last position and ends the play. */
export function endPlay(): void {
  void tell("stopping");
  play = null;
}

/**
 * Saves the position that a player reports to the account: every half minute, and when it stops.
 */
export async function savePlaybackPosition(shown: Shown, message: EmbedMessage): Promise<void> {
  if (play?.videoId !== shown.video.id) return;
  if (message.t === "time" && message.dur > 0) {
    const before = play.heard;
    play.heard = { ...shown, seconds: message.pos, ofSeconds: message.dur };
    await tell(before && isSeek(before, play.heard) ? "stopping" : "playing");
  } else if (message.t === "state" && (message.s === "paused" || message.s === "ended")) {
    await tell("stopping");
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void tell("stopping");
});

async function tell(because: ReportReason): Promise<void> {
  if (!play?.heard || readStored(RECORDING_PAUSED)) return;
  const { videoId, sessionAt, ahead, heard, saved } = play;
  const place = markAt(heard);
  // A play that is still behind the other device does not replace its position.
  if (!place || (ahead && place.position < ahead.position)) return;
  if (!isWorthSaving(heard, saved, because)) return;
  play.saved = heard;
  const data: WatchMark = {
    ...place,
    title: heard.video.title.slice(0, 500),
    category: heard.category,
    device: deviceKind(navigator.userAgent),
  };
  const store = await openItems();
  const { aheadMs } = await store.readState();
  const held = heldMark(store, videoId);
  const changedAt = Math.max(Date.now() + aheadMs, (held?.changedAt ?? 0) + 1);
  if (!replaces({ data, sessionAt, changedAt }, held)) return;
  await putItem("watch-mark", videoId, data, { sessionAt: sessionAt - aheadMs });
}

async function isAnswered(store: ItemStore, site: Site): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), ACCOUNT_TIMEOUT_MS);
  });
  const asked = synchronise(store, site).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, timeout]);
}

function heldMark(store: ItemStore, videoId: string): TimedMark | null {
  for (const item of store.items().values()) {
    if (item.topic !== "watch-mark" || item.id !== videoId || item.deleted) continue;
    const data = readData("watch-mark", item);
    return data && { data, sessionAt: item.sessionAt, changedAt: item.changedAt };
  }
  return null;
}
