import { DAY_MS } from "@reign-tv/kit/durations.ts";
import type { SyncAnswer, SyncedChange, SyncedRow } from "#shared/contracts/synced-items.ts";

/**
 * Transitions of an item: a user's change, the account's response, a visitor's sign-in (decision
 * 073). A missing item is null.
 */

/** A synced item on this device. */
export type LocalItem = SyncedChange & {
  /** Its last change has not reached the account. */
  isUnsent: boolean;
  /** Not seen in the running resync: removed at its end. */
  isStale?: true;
};

/** A change by this device's user. */
export type OwnChange = Pick<SyncedChange, "topic" | "id" | "data" | "sessionAt" | "keepBoth">;

/** Maximum age of an unsent change; older ones are dropped. */
export const MAX_UNSENT_AGE_MS = 90 * DAY_MS;

/**
 * Applies a user's change to an item. Its time is later than all that the device has seen, at any
 * clock.
 */
export function changedItem(held: LocalItem | null, change: OwnChange, nowMs: number): LocalItem {
  return {
    ...change,
    deleted: change.data === null,
    changedAt: Math.max(nowMs, (held?.changedAt ?? 0) + 1),
    base: held?.base ?? 0,
    isUnsent: true,
  };
}

/** Returns the change to send for an item. */
export function changeOf(item: LocalItem): SyncedChange {
  const { topic, id, data, deleted, changedAt, sessionAt, base, keepBoth } = item;
  return { topic, id, data, deleted, changedAt, sessionAt, base, keepBoth };
}

/** Applies a row of the account to an item; `sent` is the change that the row answers, if any. */
export function withRow(
  held: LocalItem | null,
  row: SyncedRow,
  sent: SyncedChange | null,
): LocalItem | null {
  if (held?.isUnsent && held.changedAt !== sent?.changedAt) {
    // The item changed while the request was in flight: keep the newer change and rebase it.
    return sent?.changedAt === row.changedAt ? { ...held, base: row.revision } : held;
  }
  if (row.deleted) return null;
  const { revision, ...rest } = row;
  return { ...rest, base: revision, keepBoth: false, isUnsent: false };
}

/** Applies a rejection to a sent item; the device keeps its own version. */
export function withRejection(
  held: LocalItem | null,
  reason: SyncAnswer["refused"][number]["reason"],
): LocalItem | null {
  if (reason === "gone") return null;
  return held && { ...held, isUnsent: reason === "full" };
}

/** Returns this device's side of a conflict as a new item next to the account's. */
export function conflictCopyOf(item: LocalItem, random: string): LocalItem {
  const { isStale: _, ...rest } = item;
  return {
    ...rest,
    id: `${item.id.split("~")[0]?.slice(0, 80)}~${random}`,
    base: 0,
    keepBoth: false,
    isUnsent: true,
  };
}

/** Merges a visitor's item and the account's with the same id into one or two. */
export function joinedItems(
  visitors: LocalItem,
  held: LocalItem | null,
  random: string,
): readonly LocalItem[] {
  if (visitors.deleted) return held ? [held] : [];
  const own = { ...visitors, base: held?.base ?? 0, isUnsent: true };
  if (!held || held.deleted) return [own];
  if (JSON.stringify(held.data) === JSON.stringify(own.data)) return [held];
  if (own.keepBoth) return [held, conflictCopyOf(own, random)];
  return [timeOf(own) > timeOf(held) ? own : held];
}

function timeOf({ sessionAt, changedAt }: LocalItem): number {
  return sessionAt ?? changedAt;
}

/**
 * Resets an item for a resync; everything is sent to an account that was restored from an older
 * backup.
 */
export function resyncedItem(item: LocalItem, reset: string): LocalItem {
  if (reset === "restored") return { ...item, base: 0, isUnsent: true };
  return item.isUnsent ? item : { ...item, isStale: true };
}

/** Returns the next changes to send, deletions first, so that a full account can be emptied. */
export function nextUnsent(items: Iterable<LocalItem>, most: number): readonly LocalItem[] {
  return [...items]
    .filter(({ isUnsent }) => isUnsent)
    .toSorted((a, b) => Number(b.deleted) - Number(a.deleted) || a.changedAt - b.changedAt)
    .slice(0, most);
}
