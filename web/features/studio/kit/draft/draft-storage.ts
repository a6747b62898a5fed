import * as v from "valibot";
import type { StoredEntry } from "#web/lib/storage/storage-keys.ts";
import { storedEntry } from "#web/lib/storage/storage-keys.ts";
import type { DraftName } from "./drafts.data.ts";

const fields = v.record(v.string(), v.unknown());

const localDraftSchema = v.object({
  changes: fields,
  before: fields,
  /** When it was typed, by the device's clock; ISO instant. */
  at: v.string(),
  /** The saved draft that this continues, by its instant in the database; null: none. */
  follows: v.nullable(v.string()),
  /** Whether the saved draft says the same. */
  isSaved: v.boolean(),
});

/** A draft as the device keeps it, for a lost network, a lost session and a closed tab. */
export type LocalDraft = v.InferOutput<typeof localDraftSchema>;

/** Where the device keeps a draft. */
export function draftEntry({ author, kind, id }: DraftName): StoredEntry<LocalDraft | null> {
  return storedEntry(`studioDraft_${author}_${kind}_${id}`, v.nullable(localDraftSchema), null);
}

/** When somebody last did something in the studio on this device; ISO instant. */
export const LAST_STUDIO_ACT = storedEntry("studioLastAct", v.nullable(v.string()), null);
