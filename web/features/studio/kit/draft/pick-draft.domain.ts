import { NO_PATCH, type Patch } from "#web/features/studio/kit/merge.domain.ts";

/** Draft in the database. */
export type SavedDraft = {
  patch: Patch;
  /** Time of the save, by the database's clock. */
  savedAt: string;
};

/** Draft on the device, for a lost network, a lost session and a closed tab. */
export type Draft = Patch & {
  /** ISO instant of the last change. The later of two copies wins. */
  at: string;
  /** Database time of the saved draft that this one continues; null for none. */
  follows: string | null;
  /** True when the saved draft is equal. */
  isSaved: boolean;
};

export const NO_DRAFT: Draft = {
  ...NO_PATCH,
  at: new Date(0).toISOString(),
  follows: null,
  isSaved: true,
};

/**
 * Merges the drafts of the device and the database. Unsaved fields of the device win; other fields
 * come from a later save of another device. A saved draft that is gone was published or discarded
 * elsewhere.
 */
export function pickDraft(local: Draft, saved: SavedDraft | null): Draft {
  const follows = saved?.savedAt ?? null;
  if (local.isSaved) {
    const at = saved ? later(local.at, saved.savedAt) : local.at;
    return { ...(saved?.patch ?? NO_PATCH), at, follows, isSaved: true };
  }
  const isForeign = saved !== null && saved.savedAt !== local.follows;
  const other = isForeign ? saved.patch : NO_PATCH;
  return {
    changes: { ...other.changes, ...local.changes },
    before: { ...other.before, ...local.before },
    at: local.at,
    follows,
    isSaved: false,
  };
}

function later(one: string, other: string): string {
  return Date.parse(one) > Date.parse(other) ? one : other;
}
