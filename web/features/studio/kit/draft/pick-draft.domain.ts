import { NO_PATCH, type Patch } from "#web/features/studio/kit/merge.domain.ts";

/** A draft as the database keeps it. */
export type SavedDraft = {
  patch: Patch;
  /** When it was saved, by the database's clock. */
  savedAt: string;
};

/** A draft as the device keeps it, for a lost network, a lost session and a closed tab. */
export type LocalDraft = {
  changes: Record<string, unknown>;
  before: Record<string, unknown>;
  /** When it was typed, by the device's clock; ISO instant. */
  at: string;
  /** The saved draft that this continues, by its instant in the database; null: none. */
  follows: string | null;
  /** Whether the saved draft says the same. */
  isSaved: boolean;
};

/** A draft to go on with. */
export type FoundDraft = {
  patch: Patch;
  /** When it was written; ISO instant. */
  at: string;
  /** The saved draft that it continues; null: none. */
  follows: string | null;
  /** Whether the database holds it as it is. */
  isSaved: boolean;
};

/**
 * Which draft goes on: the device's, the database's, or both together.
 *
 * What the device could not save stays. Where another device has saved since, that one's fields come in,
 * but for those that were typed here and not saved. A draft that was saved and is gone has been
 * published or discarded elsewhere.
 */
export function pickDraft(local: LocalDraft | null, saved: SavedDraft | null): FoundDraft | null {
  if (local === null) return saved && ofSaved(saved);
  if (local.isSaved) return saved && ofSaved(saved);
  const own: FoundDraft = {
    patch: { changes: local.changes, before: local.before },
    at: local.at,
    follows: saved?.savedAt ?? null,
    isSaved: false,
  };
  const isForeign = saved !== null && saved.savedAt !== local.follows;
  return isForeign ? { ...own, patch: joined(saved.patch, own.patch) } : own;
}

function ofSaved({ patch, savedAt }: SavedDraft): FoundDraft {
  return { patch, at: savedAt, follows: savedAt, isSaved: true };
}

function joined(other: Patch, own: Patch): Patch {
  return {
    changes: { ...other.changes, ...own.changes },
    before: { ...other.before, ...own.before },
  };
}

/** Whether nothing is left of a draft. */
export function isEmptyDraft(found: FoundDraft | null): boolean {
  return Object.keys(found?.patch.changes ?? NO_PATCH.changes).length === 0;
}
