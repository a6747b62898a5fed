import { NO_PATCH, type Patch } from "#web/features/studio/kit/merge.domain.ts";

/** A draft as the database keeps it. */
export type SavedDraft = {
  patch: Patch;
  /** When it was saved, by the database's clock. */
  savedAt: string;
};

/** A draft as the device keeps it, for a lost network, a lost session and a closed tab. */
export type Draft = Patch & {
  /** When it was last changed; ISO instant. Of two copies the later one counts. */
  at: string;
  /** The saved draft that this continues, by its instant in the database; null: none. */
  follows: string | null;
  /** Whether the saved draft says the same. */
  isSaved: boolean;
};

/** Nothing was changed, and nothing has to be saved. */
export const NO_DRAFT: Draft = {
  ...NO_PATCH,
  at: new Date(0).toISOString(),
  follows: null,
  isSaved: true,
};

/**
 * Which draft goes on: the device's, the database's, or both together.
 *
 * What the device could not save stays. Where another device has saved since, that one's fields come in,
 * but for those that were typed here and not saved. A draft that was saved and is gone has been
 * published or discarded elsewhere.
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
