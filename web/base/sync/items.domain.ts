import type { SyncAnswer, SyncedChange, SyncedRow } from "#shared/contracts/synced-items.ts";

/**
 * What becomes of a thing on a device: by its reader, by what the account answers, and when a visitor signs in
 * (decision 073). A thing that is not there is null.
 */

/** A thing on this device. */
export type LocalItem = SyncedChange & {
  /** The account has not been told of its last change. */
  isUnsent: boolean;
  /** Not seen since the device began anew: goes when all that the account has is there. */
  isStale?: true;
};

/** A change by the reader of this device. */
export type OwnChange = Pick<SyncedChange, "topic" | "id" | "data" | "sessionAt" | "keepBoth">;

/** Oldest changes that may be made without the account for them to count. */
export const UNSENT_KEPT_MS = 90 * 86_400_000;

/** What a reader's change makes of a thing. What a device has seen is older than what it does next, whatever its clock says. */
export function changedItem(held: LocalItem | null, change: OwnChange, nowMs: number): LocalItem {
  return {
    ...change,
    deleted: change.data === null,
    changedAt: Math.max(nowMs, (held?.changedAt ?? 0) + 1),
    base: held?.base ?? 0,
    isUnsent: true,
  };
}

/** What the account is told of a thing. */
export function changeOf(item: LocalItem): SyncedChange {
  const { topic, id, data, deleted, changedAt, sessionAt, base, keepBoth } = item;
  return { topic, id, data, deleted, changedAt, sessionAt, base, keepBoth };
}

/** What a row of the account makes of a thing; `sent` is the change that the row answers, if any. */
export function withRow(
  held: LocalItem | null,
  row: SyncedRow,
  sent: SyncedChange | null,
): LocalItem | null {
  if (held?.isUnsent && held.changedAt !== sent?.changedAt) {
    // Changed again in the meantime: on top of what was sent, if that is what the account has.
    return sent?.changedAt === row.changedAt ? { ...held, base: row.revision } : held;
  }
  if (row.deleted) return null;
  const { revision, ...rest } = row;
  return { ...rest, base: revision, keepBoth: false, isUnsent: false };
}

/** What an answer makes of a thing that was told and refused; the device keeps what it has. */
export function withRefusal(
  held: LocalItem | null,
  reason: SyncAnswer["refused"][number]["reason"],
): LocalItem | null {
  if (reason === "gone") return null;
  return held && { ...held, isUnsent: reason === "full" };
}

/** The device's own side of a conflict, as a new thing beside the account's. */
export function besideOf(item: LocalItem, random: string): LocalItem {
  const { isStale: _, ...rest } = item;
  return {
    ...rest,
    id: `${item.id.split("~")[0]?.slice(0, 80)}~${random}`,
    base: 0,
    keepBoth: false,
    isUnsent: true,
  };
}

/** A visitor's thing and the account's with the same id: one or both of them. */
export function joinedItems(
  visitors: LocalItem,
  held: LocalItem | null,
  random: string,
): readonly LocalItem[] {
  if (visitors.deleted) return held ? [held] : [];
  const own = { ...visitors, base: held?.base ?? 0, isUnsent: true };
  if (!held || held.deleted) return [own];
  if (JSON.stringify(held.data) === JSON.stringify(own.data)) return [held];
  if (own.keepBoth) return [held, besideOf(own, random)];
  return [timeOf(own) > timeOf(held) ? own : held];
}

function timeOf({ sessionAt, changedAt }: LocalItem): number {
  return sessionAt ?? changedAt;
}

/** A thing of a device that begins anew; where the account was restored from an older copy, it is told everything. */
export function anewItem(item: LocalItem, reset: string): LocalItem {
  if (reset === "restored") return { ...item, base: 0, isUnsent: true };
  return item.isUnsent ? item : { ...item, isStale: true };
}

/** The next changes to tell, deletions first, so that a full account can be emptied. */
export function nextUnsent(items: Iterable<LocalItem>, most: number): readonly LocalItem[] {
  return [...items]
    .filter(({ isUnsent }) => isUnsent)
    .toSorted((a, b) => Number(b.deleted) - Number(a.deleted) || a.changedAt - b.changedAt)
    .slice(0, most);
}
